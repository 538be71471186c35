// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.util.Map;
import java.util.function.BooleanSupplier;

/** When to use colors. */
enum Color {
  /** On a terminal that has them, unless NO_COLOR is set (https://no-color.org). */
  AUTO,
  ALWAYS,
  NEVER;

  boolean isOn(Map<String, String> environment, BooleanSupplier isTerminal) {
    return switch (this) {
      case ALWAYS -> true;
      case NEVER -> false;
      case AUTO ->
          environment.getOrDefault("NO_COLOR", "").isEmpty()
              && !environment.getOrDefault("TERM", "dumb").equals("dumb")
              && isTerminal.getAsBoolean();
    };
  }
}
