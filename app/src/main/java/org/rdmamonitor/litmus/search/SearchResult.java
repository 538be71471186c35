// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.SortedSet;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;

/**
 * What a search found.
 *
 * @param options of the model
 * @param reduced whether steps were left out that lead to no other outcome
 * @param outcomes all there are
 * @param states how many different ones were kept
 * @param steps how many were taken between them
 * @param bits of a state
 * @param bytes that a state takes where it is kept, without the index by which it is found again
 * @param peakBytes the most memory that tables took at any time
 * @param nanos how long it took
 */
public record SearchResult(
    LitmusTest test,
    ModelOptions options,
    boolean reduced,
    SortedSet<Outcome> outcomes,
    long states,
    long steps,
    int bits,
    int bytes,
    long peakBytes,
    long nanos)
    implements Checked {
  /** States a second. */
  public double rate() {
    return states / Math.max(1e-9, nanos / 1e9);
  }
}
