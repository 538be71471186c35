// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import org.rdmamonitor.litmus.language.Comparison;

/**
 * A comparison of two values that an execution must have come out one way, for it to take the
 * branch that its shape says: a compare-and-swap that swaps, an await that goes on.
 *
 * @param isMet whether the comparison must hold, or must not hold
 */
record Demand(Value left, Comparison comparison, Value right, boolean isMet) {
  boolean holds(long leftValue, long rightValue) {
    return comparison.holds(leftValue, rightValue) == isMet;
  }
}
