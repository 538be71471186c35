// SPDX-License-Identifier: MIT
package org.rdmamonitor.text;

/**
 * Text from outside, made fit for a terminal. Names of cgroups, devices and processes are chosen by
 * those who are watched, and must neither command the terminal nor hide what stands beside them.
 *
 * <p>A byte of a name that is no text, which {@code nativelib.posix.RawNames} marks by a character
 * of U+EF80 to U+EFFF, is shown as {@code \xff}.
 */
public final class Printable {
  private Printable() {}

  /** The text with each control or formatting character as {@code \x1b} or <code>\</code>u202e. */
  public static String of(String text) {
    if (isPlain(text) || text.codePoints().noneMatch(Printable::isHarmful)) {
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

  /** Whether it is printable ASCII, as nearly all names are. */
  private static boolean isPlain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return false;
      }
    }
    return true;
  }

  private static boolean isByte(int codePoint) {
    return codePoint >= 0xef80 && codePoint <= 0xefff;
  }

  private static boolean isHarmful(int codePoint) {
    if (isByte(codePoint)) {
      return true;
    }
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
    if (isByte(codePoint)) {
      return "\\x" + Integer.toHexString(codePoint & 0xff);
    }
    String hex = Integer.toHexString(codePoint);
    return codePoint < 0x100
        ? "\\x" + "0".repeat(2 - hex.length()) + hex
        : "\\u" + "0".repeat(Math.max(0, 4 - hex.length())) + hex;
  }
}
