// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/** What a put carries. */
public sealed interface Source {
  /** The content of a local location at the time when it is read. */
  public record Memory(String location) implements Source {
    @Override
    public String toString() {
      return location;
    }
  }

  /** A value. A put that is not inline carries it from memory that nobody else writes. */
  record Value(Expression expression) implements Source {
    @Override
    public String toString() {
      return expression.toString();
    }
  }
}
