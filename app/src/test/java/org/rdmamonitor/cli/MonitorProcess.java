// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.time.Duration;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;

/**
 * The whole program in a process of its own, with a source that needs no kernel; with {@code
 * -Dscene=tenants} one that has much to show, with {@code -Dfail.at=N} one whose reading N fails.
 */
final class MonitorProcess {
  private MonitorProcess() {}

  public static void main(String... arguments) {
    long start = System.nanoTime();
    boolean tenants = System.getProperty("scene", "").equals("tenants");
    int failAt = Integer.getInteger("fail.at", -1);
    Source source =
        new ScriptedSource(i -> {
          if (i == failAt) {
            throw new SourceException("it failed");
          }
          return tenants
              ? Scenes.tenants(i)
              : Scenes.nothing(Duration.ofNanos(System.nanoTime() - start));
        });
    ProcessContext real = ProcessContext.ofThisProcess();
    ProcessContext context =
        new ProcessContext(
            real.out(),
            real.err(),
            real.environment(),
            real.directory(),
            real.clock(),
            real.isTerminal(),
            real.display(),
            real.pace(),
            options -> source,
            real.libbpf());
    System.exit(new Program(context).run(arguments));
  }
}
