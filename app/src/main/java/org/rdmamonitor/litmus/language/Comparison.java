// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.Arrays;
import java.util.Optional;

/** How two values, as signed numbers, are compared. */
public enum Comparison {
  EQUAL("="),
  NOT_EQUAL("!="),
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">=");

  private final String symbol;

  Comparison(String symbol) {
    this.symbol = symbol;
  }

  /** The symbol; {@code ==} is accepted for {@code =} too. */
  public String symbol() {
    return symbol;
  }

  /** The comparison of a symbol; empty if it is none. */
  static Optional<Comparison> of(String symbol) {
    return Arrays.stream(values())
        .filter(comparison -> comparison.symbol.equals(symbol.equals("==") ? "=" : symbol))
        .findFirst();
  }

  /** Whether the comparison holds of two values. */
  public boolean holds(long left, long right) {
    int order = Long.compare(left, right);
    return switch (this) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case AT_MOST -> order <= 0;
      case GREATER -> order > 0;
      case AT_LEAST -> order >= 0;
    };
  }
}
