// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

import java.util.Locale;

/** Numbers in little room, the same in every locale. */
public final class Digits {
  private static final String[] POWERS = {"", "K", "M", "G", "T", "P", "E"};

  private Digits() {}

  /** With three digits, more only from 1000 on: {@code 1.20}, {@code 28.0}, {@code 262}. */
  public static String three(double number) {
    double size = Math.abs(number);
    int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", number);
  }

  /** The same with a letter for a power of the base: {@code 262K}, {@code 1.20M}. */
  public static String scaled(double number, int base) {
    int power = 0;
    double value = number;
    while (Math.abs(value) >= base - 0.5 && power < POWERS.length - 1) {
      value /= base;
      power++;
    }
    return three(value) + POWERS[power];
  }

  /** With one decimal where it is not 0: {@code 2}, {@code 1.5}. */
  public static String decimal(double number) {
    String text = String.format(Locale.ROOT, "%.1f", number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** A number of tenths, with its decimal unless that is 0: {@code 9.4}, {@code 12}. */
  public static String tenths(long tenths) {
    return tenths % 10 == 0 ? Long.toString(tenths / 10) : tenths / 10 + "." + tenths % 10;
  }
}
