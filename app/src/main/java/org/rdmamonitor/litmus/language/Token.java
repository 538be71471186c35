// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/**
 * A word of a file.
 *
 * @param line from 1
 * @param start where it begins in the text
 */
record Token(TokenKind kind, String text, int line, int start) {
  enum TokenKind {
    NAME,
    NUMBER,
    STRING,
    SYMBOL,
    END
  }

  boolean is(String symbol) {
    return (kind == TokenKind.SYMBOL || kind == TokenKind.NAME) && text.equals(symbol);
  }

  /** Says that the token is not expected here. */
  String here() {
    return kind == TokenKind.END ? described() : described() + " is here";
  }

  /** The token's description in errors. */
  String described() {
    return switch (kind) {
      case END -> "the file ends";
      case STRING -> "a quoted text";
      case NAME, NUMBER, SYMBOL -> "'" + text + "'";
    };
  }
}
