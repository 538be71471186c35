// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

/** Makes text from elsewhere fit for a line on a terminal. */
final class AsciiText {
  private static final int MOST_CHARACTERS = 200;

  private AsciiText() {}

  /** Replaces everything but printable ASCII by question marks; cuts at 200 characters. */
  static String of(String text) {
    String cut =
        text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "..." : text;
    return cut.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
