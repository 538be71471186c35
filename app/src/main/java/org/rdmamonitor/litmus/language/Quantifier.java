// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/** How many outcomes have to meet the condition, with herd7's word for such a test. */
public enum Quantifier {
  EXISTS("exists", "Allowed"),
  NOT_EXISTS("~exists", "Forbidden"),
  FOR_ALL("forall", "Required");

  private final String keyword;
  private final String kind;

  Quantifier(String keyword, String kind) {
    this.keyword = keyword;
    this.kind = kind;
  }

  /** As it is written. */
  public String keyword() {
    return keyword;
  }

  /** The word behind the name of a test in its report. */
  public String kind() {
    return kind;
  }

  /**
   * Whether the quantifier holds if this many outcomes meet the condition, and this many do not.
   */
  public boolean isValid(long positive, long negative) {
    return switch (this) {
      case EXISTS -> positive > 0;
      case NOT_EXISTS -> positive == 0;
      case FOR_ALL -> negative == 0;
    };
  }
}
