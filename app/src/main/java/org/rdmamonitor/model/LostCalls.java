// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import org.rdmamonitor.model.Health.Figure;

/**
 * How many calls and asynchronous events are missing before those of a sample; samples are given
 * one after the other. Not safe for use by several threads.
 */
public final class LostCalls {
  private long lost;
  private boolean begun;

  /** Moves on to the next sample; what was lost before the first one does not count. */
  public long follow(Sample sample) {
    long now = sample.health().of(Figure.LOST_EVENTS);
    long more = (begun ? now - lost : 0) + sample.callsLeftOut();
    lost = now;
    begun = true;
    return more;
  }
}
