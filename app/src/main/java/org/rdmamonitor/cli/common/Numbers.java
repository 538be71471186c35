// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import java.util.OptionalLong;

/** Numbers as options take them, in digits of ASCII without a sign. */
public final class Numbers {
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
}
