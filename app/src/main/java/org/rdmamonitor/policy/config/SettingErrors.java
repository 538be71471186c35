// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.policy.config.SettingReader.Setting;
import org.rdmamonitor.text.Printable;

/** Collects everything that is wrong with a configuration file. Not thread-safe. */
final class SettingErrors {
  /** How much of a name or value a message repeats, in characters. */
  private static final int MOST_SHOWN = 40;

  private final String file;
  private final List<String> errors = new ArrayList<>();

  /**
   * Begins without errors.
   *
   * @param file how messages call it
   */
  SettingErrors(String file) {
    this.file = Printable.of(file);
  }

  /** Adds what is wrong with a setting. */
  void add(Setting setting, String what) {
    errors.add(at(setting, what));
  }

  /** Adds what is wrong with a line. */
  void add(long line, String what) {
    errors.add(at(line, what));
  }

  /** What there is to say about a setting, with its place in the file in front. */
  String at(Setting setting, String what) {
    String shown = setting.name().isEmpty() ? "(no name)" : setting.name();
    return at(setting.line(), "%s: %s".formatted(excerpt(shown), what));
  }

  private String at(long line, String what) {
    return "%s:%d: %s".formatted(file, line, what);
  }

  /**
   * Ends the reading of a file in which something is wrong.
   *
   * @throws ThresholdsFileException if anything is
   */
  void throwIfAny() throws ThresholdsFileException {
    if (!errors.isEmpty()) {
      throw new ThresholdsFileException(errors);
    }
  }

  /** An error for which the whole file cannot be read. */
  ThresholdsFileException unusable(String why) {
    return new ThresholdsFileException(List.of(file + ": " + why));
  }

  /** Text of a file, cut and cleaned for a message. */
  static String excerpt(String text) {
    return Printable.of(text.length() > MOST_SHOWN ? text.substring(0, MOST_SHOWN) + "..." : text);
  }
}
