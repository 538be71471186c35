// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;

/**
 * The configuration file as it was at the start.
 *
 * @param name as messages call it
 * @param stamp of the file that was read, see {@link LiveConfiguration#stampOf}; null if there was
 *     none
 */
public record ConfigurationFile(
    Path path, String name, @Nullable Map<String, Object> stamp, Settings settings) {
  private static final Path DEFAULT = Path.of("config.txt");

  /**
   * Reads the file.
   *
   * @param named by the user; without it, the default file, which need not exist
   */
  public static ConfigurationFile read(Optional<Path> named, Path directory)
      throws ThresholdsFileException {
    String name = named.orElse(DEFAULT).toString();
    Path path = directory.resolve(name);
    Map<String, Object> stamp = LiveConfiguration.stampOf(path);
    return named.isEmpty() && Files.notExists(path)
        ? new ConfigurationFile(path, name, null, Settings.STANDARD)
        : new ConfigurationFile(path, name, stamp, ThresholdsFile.read(path, name));
  }

  /** Follows the file: the inspector goes by it, and then whoever else wants to know is told. */
  public LiveConfiguration follow(
      InstantSource clock, Inspector inspector, LiveConfiguration.Listener listener) {
    return new LiveConfiguration(
        this,
        clock,
        (now, status) -> {
          inspector.use(now);
          inspector.tell(status);
          listener.read(now, status);
        });
  }

  /** Tells a person how the file was read again. */
  public static void tell(ConfigStatus status, PrintWriter err) {
    if (status.isOk()) {
      err.println("rdma-monitor: " + status.sentence());
      return;
    }
    err.println(
        "rdma-monitor: %s is wrong, the settings from before stay:".formatted(status.file()));
    status.errors().forEach(err::println);
  }
}
