// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import org.rdmamonitor.model.call.Verb;

/**
 * Counts of one scope.
 *
 * @param total since the source was opened
 * @param delta during the interval
 * @param seconds length of the interval; 0 for a first reading
 */
public record Activity(Counts total, Counts delta, double seconds) {
  /** Calls per second during the interval, whether they succeeded or not. */
  public double rate(Verb verb) {
    return seconds > 0 ? delta.calls(verb) / seconds : 0;
  }
}
