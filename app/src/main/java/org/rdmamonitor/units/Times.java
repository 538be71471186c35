// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

/** How long something took, for people; the same in every locale. */
public final class Times {
  private static final String[] UNITS = {"us", "ms", "s"};

  private Times() {}

  /**
   * With a decimal at most: {@code 850 ns}, {@code 12.3 us}, {@code 1.5 ms}, {@code 2 s}.
   *
   * @param nanos from 0
   */
  public static String text(long nanos) {
    if (nanos < 1000) {
      return nanos + " ns";
    }
    int unit = 0;
    double units = nanos / 1e3;
    while (units >= 999.95 && unit < UNITS.length - 1) {
      units /= 1e3;
      unit++;
    }
    return Digits.tenths(Math.round(units * 10)) + " " + UNITS[unit];
  }
}
