// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/**
 * How to make a request wait longer at the NIC, so that more can happen meanwhile. A widening only
 * adds requests ahead of it, which use locations that the test does not have. A request that waits
 * longer has no more choices than before, so what a model forbids stays forbidden.
 */
public enum Widening {
  NONE(0, 0),

  /** READs go ahead, and the request waits for them. */
  FENCE(4, 16),

  /** READs go ahead, of which the queue pair has one under way at a time. */
  READS(Testbed.Lane.MOST_AHEAD, 14);

  private final int most;
  private final int mostBits;

  Widening(int most, int mostBits) {
    this.most = most;
    this.mostBits = mostBits;
  }

  /** The most READs that go ahead of a request. */
  int most() {
    return most;
  }

  /** Each of these READs has at most 2 to the power of this many bytes. */
  int mostBits() {
    return mostBits;
  }

  /** Whether the queue pair has only one READ or atomic under way at a time. */
  public boolean isQueueing() {
    return this == READS;
  }

  /** Whether a request that has READs ahead is fenced. */
  boolean isFenced() {
    return this == FENCE;
  }
}
