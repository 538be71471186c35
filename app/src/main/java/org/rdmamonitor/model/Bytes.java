// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts of memory as configuration, options and requests take them: a whole number in digits of
 * ASCII, and behind it nothing or one letter for a power of 1024, as in {@code 4096}, {@code 64K},
 * {@code 1M}, {@code 2G}, {@code 1T}; small letters too.
 */
public final class Bytes {
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
}
