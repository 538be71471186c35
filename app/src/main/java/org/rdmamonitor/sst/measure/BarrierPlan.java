// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.time.Duration;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.TableLayout;

/**
 * What the members do; the same for all of them.
 *
 * @param members from 2
 * @param iterations barriers to measure, from 1, not counting the warm-up; the things compared with
 *     are measured as many times
 * @param limit how long to wait for another member at most
 * @param verifies whether each barrier is checked for what it promises, by operations that are
 *     under way while members pass it
 */
public record BarrierPlan(
    int members, int iterations, BarrierVariant variant, Duration limit, boolean verifies) {
  /** The guard of the barrier. */
  static final int ARRIVED = 0;

  /** The guard of the ping-pong of WRITEs. */
  static final int PING = 1;

  private static final int FIELDS = 2;
  private static final int BLOCKS = 10;
  private static final int MOST_WARM_UP = 1_000;

  /** Checks the ranges. */
  public BarrierPlan {
    if (members < 2 || iterations < 1) {
      throw new IllegalArgumentException(
          "%d members, %d iterations".formatted(members, iterations));
    }
  }

  /** The same plan for another number of members. */
  public BarrierPlan withMembers(int other) {
    return new BarrierPlan(other, iterations, variant, limit, verifies);
  }

  /** The layout of each member's memory. */
  public TableLayout layout() {
    return new TableLayout(members, FIELDS, PropertyCheck.bytes(members));
  }

  /** Barriers before those that are measured. */
  int warmUp() {
    return Math.clamp(iterations / 10, 1, MOST_WARM_UP);
  }

  /**
   * How many turns the iterations are divided into. In each turn everything is measured, so that
   * all of it is measured under the same conditions.
   */
  int blocks() {
    return Math.min(BLOCKS, iterations);
  }

  /** How many iterations a turn has; turns are numbered from 0. */
  int block(int index) {
    return (int)
        ((long) iterations * (index + 1) / blocks() - (long) iterations * index / blocks());
  }
}
