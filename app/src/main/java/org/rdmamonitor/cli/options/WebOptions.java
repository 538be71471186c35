// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.http.server.LiveWebConfig;
import picocli.CommandLine.Option;

/** The option that says who may ask this program, and by which TLS. */
public final class WebOptions {
  @Option(
      names = "--web.config.file",
      paramLabel = "FILE",
      description = "TLS, passwords and more of what is served, as Prometheus' exporters take it.")
  private @Nullable Path file;

  /** Whether it is given on the command line. */
  public boolean isGiven() {
    return file != null;
  }

  /**
   * What the file says, now and later; without one, anybody may ask.
   *
   * @param err is told of what is wrong with it later
   * @throws org.rdmamonitor.http.HttpConfigException if the file is wrong
   * @throws org.rdmamonitor.http.HttpSetupException if a certificate or key cannot be used
   */
  public LiveWebConfig of(ProcessContext context, EnvironmentOptions options, Consumer<String> err)
      throws IOException {
    Optional<Path> path = options.value(file, "WEB_CONFIG_FILE", Path::of);
    return path.isEmpty()
        ? LiveWebConfig.open()
        : LiveWebConfig.read(context.directory().resolve(path.get()), path.get().toString(), err);
  }
}
