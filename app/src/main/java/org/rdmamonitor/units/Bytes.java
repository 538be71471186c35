// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts of memory, read and written. Configuration, options and requests take them as a whole
 * number in digits of ASCII, and behind it nothing or one letter for a power of 1024, as in {@code
 * 4096}, {@code 64K}, {@code 1M}, {@code 2G}, {@code 1T}; small letters too. They are written in
 * one of these styles:
 *
 * <ul>
 *   <li>{@link #text}, {@code 64.0 KiB}: reports
 *   <li>{@link #rounded}, {@code 64 KiB}: sentences
 *   <li>{@link #compact}, {@code 64K}: columns, and words that are read again
 *   <li>{@link #cell}, {@code 64.0K}: cells of the screen
 *   <li>{@link #kibibytes} and {@link #mebibytes}, {@code 64 KiB}: limits that are told in that
 *       unit
 * </ul>
 */
public final class Bytes {
  /** How many are a KiB. */
  public static final long KIB = 1L << 10;

  /** How many are a MiB. */
  public static final long MIB = 1L << 20;

  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  private static final Pattern AMOUNT = Pattern.compile("([0-9]+)([KMGTkmgt]?)");

  private Bytes() {}

  /** Whether the word is one, however large. */
  public static boolean isAmount(String word) {
    return AMOUNT.matcher(word).matches();
  }

  /** What the word says; empty if it is none, or is larger than a long. */
  public static OptionalLong parse(String word) {
    Matcher matcher = AMOUNT.matcher(word);
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    int shift =
        switch (matcher.group(2)) {
          case "K", "k" -> 10;
          case "M", "m" -> 20;
          case "G", "g" -> 30;
          case "T", "t" -> 40;
          default -> 0;
        };
    try {
      long number = Long.parseLong(matcher.group(1));
      return number > Long.MAX_VALUE >> shift
          ? OptionalLong.empty()
          : OptionalLong.of(number << shift);
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }

  /** For reports, always with one decimal, which is cut off: {@code 512 B}, {@code 64.0 KiB}. */
  public static String text(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    int unit = 1;
    long units = bytes;
    while (units >= 1024 * 1024) {
      units >>= 10;
      unit++;
    }
    return units / 1024 + "." + units % 1024 * 10 / 1024 + " " + UNITS[unit];
  }

  /** For sentences, rounded to a decimal where it is not 0: {@code 64 KiB}, {@code 1.5 MiB}. */
  public static String rounded(long bytes) {
    int unit = 0;
    double amount = bytes;
    while (amount >= 1024 && unit < 4) {
      amount /= 1024;
      unit++;
    }
    return Digits.decimal(amount) + " " + UNITS[unit];
  }

  /**
   * For columns, as {@link #parse} reads it where it is a whole number: {@code 8G}, {@code 1.5G}.
   */
  public static String compact(long bytes) {
    if (bytes < 1024) {
      return Long.toString(bytes);
    }
    int power = (63 - Long.numberOfLeadingZeros(bytes)) / 10;
    double shown = bytes / Math.pow(1024, power);
    String format = bytes % (1L << (10 * power)) == 0 ? "%.0f%c" : "%.1f%c";
    return String.format(Locale.ROOT, format, shown, UNITS[power].charAt(0));
  }

  /** For five or six cells: {@code 512}, {@code 28.0K}, {@code 1.50G}. */
  public static String cell(long bytes) {
    return Math.abs(bytes) < 1024 ? Long.toString(bytes) : Digits.scaled((double) bytes, 1024);
  }

  /** Whole KiB, as {@code ulimit} counts, whatever is beyond them cut off: {@code 8192 KiB}. */
  public static String kibibytes(long bytes) {
    return bytes / KIB + " KiB";
  }

  /** Whole MiB, whatever is beyond them cut off: {@code 512 MiB}. */
  public static String mebibytes(long bytes) {
    return bytes / MIB + " MiB";
  }
}
