// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

/** What a put carries. */
public sealed interface Source {
  /** What a local location holds when it is read. */
  public record Memory(String location) implements Source {
    @Override
    public String toString() {
      return location;
    }
  }

  /** A value; of a put that is not inline it is in memory that nobody else writes. */
  record Value(Expression expression) implements Source {
    @Override
    public String toString() {
      return expression.toString();
    }
  }
}
