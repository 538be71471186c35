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
 * @param outcomes all that there are
 * @param states different ones that were kept
 * @param steps that were taken between them
 * @param bits that a state has
 * @param bytes that a state takes where it is kept, without what finds it again
 * @param peakBytes the most memory that tables took at a time
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
