// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.List;

/**
 * Checks ranges of what comes from other hosts; throws {@link IllegalArgumentException} for what is
 * outside.
 */
final class RangeCheck {
  private RangeCheck() {}

  static void range(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s: %d is not allowed; allowed: %d..%d".formatted(field, value, least, most));
    }
  }

  static void size(String field, List<?> list, int wanted) {
    range("number of " + field, list.size(), wanted, wanted);
  }

  static void that(String field, boolean isAllowed) {
    if (!isAllowed) {
      throw new IllegalArgumentException(field + ": a value that is not allowed");
    }
  }
}
