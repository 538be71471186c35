// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.function.ToLongFunction;

/** One side of a comparison in a condition; all but literals are what an outcome is made of. */
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

  /** Its value, where the values of all but literals are given. */
  default long value(ToLongFunction<Operand> values) {
    return this instanceof Literal literal ? literal.value : values.applyAsLong(this);
  }
}
