// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import org.rdmamonitor.litmus.language.Comparison;

/**
 * What has to come out of values for an execution to go the way that it goes.
 *
 * @param isMet whether the two are to compare so, or not so
 */
record Demand(Value left, Comparison comparison, Value right, boolean isMet) {
  boolean holds(long leftValue, long rightValue) {
    return comparison.holds(leftValue, rightValue) == isMet;
  }
}
