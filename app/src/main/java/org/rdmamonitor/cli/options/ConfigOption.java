// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.loop.ConfigurationFile;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import picocli.CommandLine.Option;

/** The option of every command that holds what it sees against thresholds. */
public final class ConfigOption {
  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "File with the thresholds (default: config.txt here, if there is one).")
  private @Nullable Path config;

  /** The file; tells a person if there is none. */
  public ConfigurationFile read(ProcessContext context, EnvironmentOptions options)
      throws ThresholdsFileException {
    ConfigurationFile file = quietly(context, options);
    if (file.stamp() == null) {
      context
          .err()
          .println(
              "rdma-monitor: there is no %s here, so no limit is checked; -c names a file"
                  .formatted(file.name()));
    }
    return file;
  }

  /** The settings that a recording is held against: of the file, or the standard ones. */
  public Settings settings(ProcessContext context, EnvironmentOptions options)
      throws ThresholdsFileException {
    return quietly(context, options).settings();
  }

  private ConfigurationFile quietly(ProcessContext context, EnvironmentOptions options)
      throws ThresholdsFileException {
    return ConfigurationFile.read(options.value(config, "CONFIG", Path::of), context.directory());
  }
}
