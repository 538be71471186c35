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

  /** The next token, which stays next. */
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

  /** Whether the next token is a quoted text; nothing but it is read. */
  boolean peekIsQuoted() throws LitmusSyntaxException {
    skip();
    return position < text.length() && text.charAt(position) == '"';
  }

  /** Takes a symbol or word if it is next. */
  boolean accept(String symbol) throws LitmusSyntaxException {
    boolean isNext = peek().is(symbol);
    if (isNext) {
      next();
    }
    return isNext;
  }

  /** Takes a symbol or word that has to be next. */
  void expect(String symbol, String expected) throws LitmusSyntaxException {
    Token token = next();
    if (!token.is(symbol)) {
      throw error(token, token.here(), expected);
    }
  }

  /** A name that has to be next. */
  Token name(String expected) throws LitmusSyntaxException {
    Token token = next();
    if (token.kind() != TokenKind.NAME) {
      throw error(token, token.here(), expected);
    }
    return token;
  }

  /** A whole number that has to be next: decimal, or hexadecimal after 0x; with a sign or not. */
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

  /** Whether what was peeked at is followed by a colon, as the thread of a register is. */
  boolean isRegisterNext() {
    return position < text.length() && text.charAt(position) == ':';
  }

  /** The next characters up to white space, of any kind; where nothing was peeked at. */
  Token word() throws LitmusSyntaxException {
    skip();
    int start = position;
    while (position < text.length() && !Character.isWhitespace(text.charAt(position))) {
      position++;
    }
    TokenKind kind = start == position ? TokenKind.END : TokenKind.NAME;
    return new Token(kind, text.substring(start, position), line, start);
  }

  /** What is left of the line; where nothing was peeked at. */
  String restOfLine() {
    int end = text.indexOf('\n', position);
    String rest = text.substring(position, end < 0 ? text.length() : end);
    position += rest.length();
    return rest.strip();
  }

  /** Whether the next token is a name; where nothing was peeked at, and nothing is read. */
  boolean isAtName() throws LitmusSyntaxException {
    skip();
    return position < text.length() && isNameStart(text.charAt(position));
  }

  LitmusSyntaxException error(Token token, String wrong, String expected) {
    return error(token.line(), token.start(), wrong, expected);
  }

  /** Only here a column is needed: to count characters for each token takes long on a long line. */
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
