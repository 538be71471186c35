// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers as options take them, in digits of ASCII without a sign. */
public final class Numbers {
  private static final Pattern BYTES = Pattern.compile("([0-9]+)([KMGTkmgt]?)");

  private Numbers() {}

  /** A whole number; empty if the word is none, or is out of range. */
  public static OptionalLong whole(String word, long least, long most) {
    try {
      long number = word.matches("[0-9]+") ? Long.parseLong(word) : -1;
      return number >= least && number <= most ? OptionalLong.of(number) : OptionalLong.empty();
    } catch (NumberFormatException tooLarge) {
      return OptionalLong.empty();
    }
  }

  /**
   * A number of bytes: {@code 4096}, {@code 64K}, {@code 1M}, {@code 2G} or {@code 1T}; one letter
   * at most, which stands for a power of 1024; empty if the word is none, or is larger than a long.
   */
  public static OptionalLong bytes(String word) {
    Matcher matcher = BYTES.matcher(word);
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
    OptionalLong number = whole(matcher.group(1), 0, Long.MAX_VALUE >> shift);
    return number.isPresent() ? OptionalLong.of(number.getAsLong() << shift) : number;
  }
}
