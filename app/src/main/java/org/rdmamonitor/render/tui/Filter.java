// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.Collection;
import java.util.regex.Pattern;

/**
 * Which rows to show: those in which a regular expression is found, ignoring case; or, with a
 * {@code !} in front, those in which it is not found.
 *
 * @param text as typed; empty for all
 * @param pattern made of it
 */
record Filter(String text, Pattern pattern) {
  static final Filter ALL = of("");

  /**
   * A filter of what was typed.
   *
   * @throws java.util.regex.PatternSyntaxException if it is no regular expression
   */
  static Filter of(String text) {
    String expression = text.startsWith("!") ? text.substring(1) : text;
    return new Filter(
        text, Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
  }

  boolean isAll() {
    return text.isEmpty() || text.equals("!");
  }

  boolean matches(Collection<String> texts) {
    return isAll()
        || texts.stream().anyMatch(text -> pattern.matcher(text).find()) != text.startsWith("!");
  }
}
