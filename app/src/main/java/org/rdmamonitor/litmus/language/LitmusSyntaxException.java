// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.io.Serial;

/** A text is no litmus file: says where, what is wrong, and what would be right. */
public final class LitmusSyntaxException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  /**
   * An error.
   *
   * @param line from 1
   * @param column from 1, in characters
   * @param wrong what is there
   * @param expected what should be
   */
  LitmusSyntaxException(String file, int line, int column, String wrong, String expected) {
    super("%s:%d:%d: %s; expected %s".formatted(file, line, column, wrong, expected));
  }
}
