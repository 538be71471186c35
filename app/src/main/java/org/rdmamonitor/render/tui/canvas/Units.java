// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import org.rdmamonitor.units.Digits;
import org.rdmamonitor.units.Times;

/** Numbers in five or six cells. */
public final class Units {
  private Units() {}

  /** A number of things: {@code 12345}, {@code 262K}, {@code 1.20M}. */
  public static String count(long n) {
    return Math.abs(n) < 100_000 ? Long.toString(n) : Digits.scaled((double) n, 1000);
  }

  /** Per second: {@code 0}, {@code <0.1}, {@code 4.5}, {@code 1234}, {@code 123K}. */
  public static String rate(double perSecond) {
    double size = Math.abs(perSecond);
    if (size > 0 && size < 0.05) {
      return perSecond < 0 ? ">-0.1" : "<0.1";
    }
    if (size < 9.95) {
      return Digits.decimal(perSecond);
    }
    return size < 99_999.5 ? Long.toString(Math.round(perSecond)) : Digits.scaled(perSecond, 1000);
  }

  /** A change per second, with its sign. */
  public static String change(double perSecond) {
    return (perSecond > 0 ? "+" : "") + rate(perSecond);
  }

  /** A part of the whole: {@code 0%}, {@code <1%}, {@code 38%}. */
  public static String percent(double part) {
    return part > 0 && part < 0.01 ? "<1%" : Math.round(part * 100) + "%";
  }

  /** A short time: {@code 850ns}, {@code 12.3µs}, {@code 1.20ms}, {@code 2.50s}. */
  public static String nanos(long nanos, Glyphs glyphs) {
    return Times.cell(nanos, glyphs.micro());
  }
}
