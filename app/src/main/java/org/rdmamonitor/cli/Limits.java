// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rdmamonitor.policy.Settings;
import org.rdmamonitor.policy.ThresholdsFile;
import org.rdmamonitor.policy.ThresholdsFileException;

/** The limits that a recording is held against. */
final class Limits {
  private static final Path DEFAULT = Path.of("config.txt");

  private Limits() {}

  /** Those of a file that is named, else of config.txt here, else none. */
  static Settings orNone(Surroundings surroundings, Optional<Path> named)
      throws ThresholdsFileException {
    Path file = named.orElse(DEFAULT);
    Path path = surroundings.directory().resolve(file);
    return named.isEmpty() && Files.notExists(path)
        ? Settings.STANDARD
        : ThresholdsFile.read(path, file.toString());
  }
}
