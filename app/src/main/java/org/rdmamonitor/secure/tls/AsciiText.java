// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

/** Text that came from elsewhere, made fit for a line on a terminal. */
final class AsciiText {
  private static final int MOST_CHARACTERS = 200;

  private AsciiText() {}

  /** Question marks for all but ASCII that can be printed; cut at 200 characters. */
  static String of(String text) {
    String cut =
        text.length() > MOST_CHARACTERS ? text.substring(0, MOST_CHARACTERS) + "..." : text;
    return cut.replaceAll("[^\\x20-\\x7e]", "?");
  }
}
