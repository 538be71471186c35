// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

import java.time.Duration;
import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * How long something took or lasts, for people; the same in every locale. It is written in one of
 * these styles:
 *
 * <ul>
 *   <li>{@link #text}, {@code 12.3 us}: sentences
 *   <li>{@link #three}, {@code 12.3 us}, {@code 1.50 ms}: columns of reports
 *   <li>{@link #cell}, {@code 1.50ms}: cells of the screen
 *   <li>{@link #span}, {@code 4m12}: longer times, and ages
 *   <li>{@link #seconds}, {@code 0.5}: where a heading or sentence has the unit
 *   <li>{@link #tenths}, {@code 0.5 s}: moments, since a beginning
 *   <li>{@link #whole}, {@code 500 ms}: how long something is waited for
 * </ul>
 */
public final class Times {
  private static final String MICRO = "u";

  private Times() {}

  /**
   * With a decimal at most: {@code 850 ns}, {@code 12.3 us}, {@code 1.5 ms}, {@code 2 s}.
   *
   * @param nanos from 0
   */
  public static String text(long nanos) {
    return scaled(nanos, 999.95, units -> Digits.tenths(Math.round(units * 10)), " ", MICRO);
  }

  /** With three digits: {@code 850 ns}, {@code 9.42 us}, {@code 120 ms}. */
  public static String three(long nanos) {
    return scaled(nanos, 999.5, Digits::three, " ", MICRO);
  }

  /**
   * The same without a gap: {@code 850ns}, {@code 9.42us}.
   *
   * @param micro the sign for a millionth
   */
  public static String cell(long nanos, String micro) {
    return scaled(nanos, 999.5, Digits::three, "", micro);
  }

  /** From a number of units on, the next larger unit suits. */
  private static String scaled(
      long nanos, double next, DoubleFunction<String> number, String gap, String micro) {
    if (nanos < 1000) {
      return nanos + gap + "ns";
    }
    String[] names = {micro + "s", "ms", "s"};
    double units = nanos / 1e3;
    int unit = 0;
    while (units >= next && unit < names.length - 1) {
      units /= 1e3;
      unit++;
    }
    return number.apply(units) + gap + names[unit];
  }

  /**
   * In five cells: {@code 0s}, {@code 42s}, {@code 4m12}, {@code 2h05}, {@code 3d04}, {@code 400d};
   * what is less than 0 is as 0.
   */
  public static String span(Duration span) {
    long seconds = Math.max(0, span.toSeconds());
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return "%dm%02d".formatted(seconds / 60, seconds % 60);
    }
    if (seconds < 86_400) {
      return "%dh%02d".formatted(seconds / 3600, seconds / 60 % 60);
    }
    long days = seconds / 86_400;
    return days < 100 ? "%dd%02d".formatted(days, seconds / 3600 % 24) : days + "d";
  }

  /** Seconds from 0 without their unit and trailing zeros: {@code 2}, {@code 0.5}. */
  public static String seconds(Duration time) {
    return String.format(Locale.ROOT, "%d.%09d", time.toSeconds(), time.toNanosPart())
        .replaceFirst("\\.?0+$", "");
  }

  /** Seconds with one decimal, of whole milliseconds: {@code 2.0 s}, {@code 0.5 s}. */
  public static String tenths(Duration time) {
    return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }

  /** Whole seconds or, if it is none, milliseconds: {@code 2 s}, {@code 500 ms}. */
  public static String whole(Duration time) {
    return time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
