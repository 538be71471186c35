// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/**
 * How the time is made longer in which a request waits at the NIC, so that more can happen
 * meanwhile. It only adds requests ahead of it, of locations that the test does not have, and what
 * waits longer has no more choices than before: what a model forbids stays forbidden.
 */
public enum Widening {
  NONE(0, 0),

  /** READs ahead, and the request waits for them. */
  FENCE(4, 16),

  /** READs ahead, of which the queue pair has one under way at a time. */
  READS(Testbed.Lane.MOST_AHEAD, 14);

  private final int most;
  private final int mostBits;

  Widening(int most, int mostBits) {
    this.most = most;
    this.mostBits = mostBits;
  }

  /** The most READs ahead of a request. */
  int most() {
    return most;
  }

  /** Two to the power of this are the most bytes of each. */
  int mostBits() {
    return mostBits;
  }

  /** Whether a queue pair has one READ or atomic under way at a time. */
  public boolean isQueueing() {
    return this == READS;
  }

  /** Whether requests that have READs ahead are fenced. */
  boolean isFenced() {
    return this == FENCE;
  }
}
