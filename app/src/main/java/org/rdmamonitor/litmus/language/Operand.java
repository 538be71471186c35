// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.function.ToLongFunction;

/** One side of a comparison in a condition; outcomes consist of all operands but literals. */
public sealed interface Operand {
  /** {@code 0:a}. */
  record Register(int thread, String name) implements Operand {
    @Override
    public String toString() {
      return thread + ":" + name;
    }
  }

  /** {@code z}. */
  public record Memory(String location) implements Operand {
    @Override
    public String toString() {
      return location;
    }
  }

  /** A number. */
  record Literal(long value) implements Operand {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** The operand's value, given the values of all operands but literals. */
  default long value(ToLongFunction<Operand> values) {
    return this instanceof Literal literal ? literal.value : values.applyAsLong(this);
  }
}
