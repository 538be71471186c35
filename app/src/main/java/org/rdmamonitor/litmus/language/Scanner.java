// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.language.Token.TokenKind;

/** Cuts a file into tokens, past white space and comments {@code (* *)}, which nest. */
final class Scanner {
  private static final List<String> SYMBOLS =
      List.of(
          "~exists", ":=", "<-", "==", "!=", "<=", ">=", "/\\", "\\/", "{", "}", "(", ")", "[", "]",
          "|", ";", ":", ",", "@", "=", "<", ">", "~", "+", "-");

  private static final String BYTE_ORDER_MARK = "\ufeff";

  private final String file;
  private final String text;
  private int position;
  private int line = 1;
  private @Nullable Token ahead;

  Scanner(String file, String text) {
    this.file = file;
    this.text = text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
  }

  /** The next token, without taking it. */
  Token peek() throws LitmusSyntaxException {
    if (ahead == null) {
      ahead = scan();
    }
    return ahead;
  }

  /** The next token. */
  Token next() throws LitmusSyntaxException {
    Token token = peek();
    ahead = null;
    return token;
  }

  /** Whether the next token is a quoted text; takes nothing. */
  boolean peekIsQuoted() throws LitmusSyntaxException {
    skip();
    return position < text.length() && text.charAt(position) == '"';
  }

  /** Takes the next token if it is this symbol or word. */
  boolean accept(String symbol) throws LitmusSyntaxException {
    boolean isNext = peek().is(symbol);
    if (isNext) {
      next();
    }
    return isNext;
  }

  /** Takes the next token, which must be this symbol or word. */
  void expect(String symbol, String expected) throws LitmusSyntaxException {
    Token token = next();
    if (!token.is(symbol)) {
      throw error(token, token.here(), expected);
    }
  }

  /** Takes a name, which must come next. */
  Token name(String expected) throws LitmusSyntaxException {
    Token token = next();
    if (token.kind() != TokenKind.NAME) {
      throw error(token, token.here(), expected);
    }
    return token;
  }

  /**
   * Takes a whole number, which must come next: decimal, or hexadecimal after 0x; with a sign or
   * without.
   */
  long number() throws LitmusSyntaxException {
    String sign = accept("-") ? "-" : "";
    Token token = next();
    if (token.kind() != TokenKind.NUMBER) {
      throw error(token, token.here(), "a number");
    }
    try {
      return Long.decode(sign + token.text().replaceFirst("^0+(?=[0-9])", ""));
    } catch (NumberFormatException e) {
      throw error(
          token,
          "'" + sign + token.text() + "' is no number of 64 bits",
          "one from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE);
    }
  }

  /** Whether a colon follows the token that was peeked at, as it does after a register's thread. */
  boolean isRegisterNext() {
    return position < text.length() && text.charAt(position) == ':';
  }

  /** The next characters up to white space, whatever they are; only if no token was peeked at. */
  Token word() throws LitmusSyntaxException {
    skip();
    int start = position;
    while (position < text.length() && !Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    TokenKind kind = start == position ? TokenKind.END : TokenKind.NAME;
    return new Token(kind, text.substring(start, position), line, start);
  }

  /** The rest of the line; only if no token was peeked at. */
  String restOfLine() {
    int end = text.indexOf('\n', position);
    String rest = text.substring(position, end < 0 ? text.length() : end);
    position += rest.length();
    return rest.strip();
  }

  /** Whether the next token is a name; takes nothing. Only if no token was peeked at. */
  boolean isAtName() throws LitmusSyntaxException {
    skip();
    return position < text.length() && isNameStart(text.charAt(position));
  }

  LitmusSyntaxException error(Token token, String wrong, String expected) {
    return error(token.line(), token.start(), wrong, expected);
  }

  /** Only errors need a column: counting characters for each token would be slow on a long line. */
  private LitmusSyntaxException error(int atLine, int at, String wrong, String expected) {
    int lineStart = text.lastIndexOf('\n', at - 1) + 1;
    int column = text.codePointCount(lineStart, at) + 1;
    return new LitmusSyntaxException(file, atLine, column, wrong, expected);
  }

  private Token scan() throws LitmusSyntaxException {
    skip();
    int start = position;
    if (start == text.length()) {
      return new Token(TokenKind.END, "", line, start);
    }
    char first = text.charAt(start);
    if (first == '"') {
      return quoted();
    }
    if (isNameStart(first)) {
      return new Token(TokenKind.NAME, run(), line, start);
    }
    if (isDigit(first)) {
      return new Token(TokenKind.NUMBER, run(), line, start);
    }
    for (String symbol : SYMBOLS) {
      if (text.startsWith(symbol, start)) {
        position += symbol.length();
        return new Token(TokenKind.SYMBOL, symbol, line, start);
      }
    }
    String sign = Character.toString(text.codePointAt(start));
    Token wrong = new Token(TokenKind.SYMBOL, sign, line, start);
    throw error(wrong, wrong.described() + " means nothing here", "a name, a number or a symbol");
  }

  private Token quoted() throws LitmusSyntaxException {
    int end = text.indexOf('"', position + 1);
    if (end < 0) {
      throw error(line, position, "a quoted text does not end", "a closing '\"'");
    }
    Token token = new Token(TokenKind.STRING, text.substring(position + 1, end), line, position);
    while (position <= end) {
      advance();
    }
    return token;
  }

  private String run() {
    int start = position;
    while (position < text.length() && isNamePart(text.charAt(position))) {
      position++;
    }
    return text.substring(start, position);
  }

  private void skip() throws LitmusSyntaxException {
    while (position < text.length()) {
      if (Character.isWhitespace(text.charAt(position))) {
        advance();
      } else if (text.startsWith("(*", position)) {
        skipComment();
      } else {
        return;
      }
    }
  }

  private void skipComment() throws LitmusSyntaxException {
    int startLine = line;
    int start = position;
    int depth = 0;
    do {
      if (position >= text.length()) {
        throw error(startLine, start, "a comment does not end", "a closing '*)'");
      }
      if (text.startsWith("(*", position)) {
        depth++;
        position++;
      } else if (text.startsWith("*)", position)) {
        depth--;
        position++;
      }
      advance();
    } while (depth > 0);
  }

  private void advance() {
    if (text.charAt(position) == '\n') {
      line++;
    }
    position++;
  }

  private static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c) || c == '.' || c == '\'';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
