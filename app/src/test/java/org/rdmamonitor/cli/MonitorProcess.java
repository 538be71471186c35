// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.time.Duration;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.source.Source;

/** The whole program in a process of its own, with a source that needs no kernel. */
final class MonitorProcess {
  private MonitorProcess() {}

  public static void main(String... arguments) {
    long start = System.nanoTime();
    Source source =
        new ScriptedSource(i -> Scenes.nothing(Duration.ofNanos(System.nanoTime() - start)));
    Surroundings real = Surroundings.ofThisProcess();
    Surroundings surroundings =
        new Surroundings(
            real.out(),
            real.err(),
            real.environment(),
            real.directory(),
            real.clock(),
            real.isTerminal(),
            real.pace(),
            options -> source,
            real.libbpf());
    System.exit(new Program(surroundings).run(arguments));
  }
}
