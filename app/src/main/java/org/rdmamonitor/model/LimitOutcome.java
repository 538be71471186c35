// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

/**
 * What came of a limit. All but the first are since the source was opened; a rule of calls has
 * {@code refused} only.
 *
 * @param held what is live, and what of that is promised and being made: objects, or bytes of
 *     memory regions in whole pages of 4096
 * @param refused calls refused
 * @param killed processes killed at the creation of an object
 * @param passed objects whose creation had not asked at the gate, or for less
 * @param over of these, those over the limit
 */
public record LimitOutcome(long held, long refused, long killed, long passed, long over) {
  public static final LimitOutcome NOTHING = new LimitOutcome(0, 0, 0, 0, 0);

  /** The sum of both. */
  public LimitOutcome plus(LimitOutcome other) {
    return new LimitOutcome(
        held + other.held,
        refused + other.refused,
        killed + other.killed,
        passed + other.passed,
        over + other.over);
  }

  /** What came of it since another moment; what is held is that of now. */
  LimitOutcome since(LimitOutcome before) {
    return new LimitOutcome(
        held,
        Math.max(0, refused - before.refused),
        Math.max(0, killed - before.killed),
        Math.max(0, passed - before.passed),
        Math.max(0, over - before.over));
  }

  /** Whether anything was refused, killed, or got past the gate. */
  boolean isEventful() {
    return refused > 0 || killed > 0 || passed > 0;
  }
}
