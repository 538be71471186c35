// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.language;

import java.util.Optional;

/**
 * A value that a thread computes by itself: {@code 1}, {@code a} or {@code a+1}.
 *
 * @param register of this thread; it is 0 before anything is loaded into it
 * @param constant is added, modulo 2^64
 */
public record Expression(Optional<String> register, long constant) {
  /** A constant. */
  public static Expression of(long constant) {
    return new Expression(Optional.empty(), constant);
  }

  @Override
  public String toString() {
    if (register.isEmpty()) {
      return Long.toString(constant);
    }
    return register.get()
        + (constant == 0 ? "" : constant > 0 ? "+" + constant : Long.toString(constant));
  }
}
