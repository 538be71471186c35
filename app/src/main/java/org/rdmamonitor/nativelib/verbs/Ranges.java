// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

/** Checks arguments, so that what the driver would cut off is refused. */
final class Ranges {
  private Ranges() {}

  static void check(String what, long value, long from, long to) {
    if (value < from || value > to) {
      throw new IllegalArgumentException(
          "%s %d is not from %d to %d".formatted(what, value, from, to));
    }
  }
}
