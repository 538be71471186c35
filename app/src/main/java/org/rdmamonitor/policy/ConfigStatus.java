// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.time.Instant;
import java.util.List;

/**
 * How the latest reading of the configuration file went.
 *
 * @param file as messages call it; empty where no file has been read again
 * @param time of the reading
 * @param errors one line each, starting with file and line; empty if the file is used. Where there
 *     are any, the settings from before stay.
 * @param summary of the settings that hold now
 */
public record ConfigStatus(String file, Instant time, List<String> errors, String summary) {
  /** The file is as it was at the start. */
  public static final ConfigStatus UNCHANGED = new ConfigStatus("", Instant.EPOCH, List.of(), "");

  public ConfigStatus {
    errors = List.copyOf(errors);
  }

  public boolean isOk() {
    return errors.isEmpty();
  }

  /** One line for a person; empty while the file is as it was at the start. */
  public String sentence() {
    if (file.isEmpty()) {
      return "";
    }
    return isOk()
        ? "%s was read again: %s".formatted(file, summary)
        : "%s has %d %s, the settings from before stay: %s"
            .formatted(
                file, errors.size(), errors.size() == 1 ? "error" : "errors", errors.getFirst());
  }
}
