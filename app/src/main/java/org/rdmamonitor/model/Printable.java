// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

/**
 * Text from outside, made fit for a terminal. Names of cgroups, devices and processes are chosen by
 * those who are watched, and must neither command the terminal nor hide what stands beside them.
 */
public final class Printable {
  private Printable() {}

  /** The text with each control or formatting character as {@code \x1b} or <code>\</code>u202e. */
  public static String of(String text) {
    if (text.codePoints().noneMatch(Printable::isHarmful)) {
      return text;
    }
    StringBuilder result = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          if (isHarmful(c)) {
            result.append(escape(c));
          } else {
            result.appendCodePoint(c);
          }
        });
    return result.toString();
  }

  private static boolean isHarmful(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }

  private static String escape(int codePoint) {
    String hex = Integer.toHexString(codePoint);
    return codePoint < 0x100
        ? "\\x" + "0".repeat(2 - hex.length()) + hex
        : "\\u" + "0".repeat(Math.max(0, 4 - hex.length())) + hex;
  }
}
