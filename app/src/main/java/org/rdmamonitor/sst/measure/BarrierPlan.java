// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import java.time.Duration;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.TableLayout;

/**
 * What all members do; the same for each.
 *
 * @param members from 2
 * @param iterations barriers that are measured, from 1, after those that warm up; as many of what
 *     they are compared with
 * @param limit how long to wait for another member at most
 * @param verifies whether what the barrier promises is checked at each, by operations that are
 *     under way at the same time
 */
public record BarrierPlan(
    int members, int iterations, BarrierVariant variant, Duration limit, boolean verifies) {
  /** The field of the barrier. */
  static final int ARRIVED = 0;

  /** The field of the WRITEs to and fro. */
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

  /** The same with so many members. */
  public BarrierPlan withMembers(int other) {
    return new BarrierPlan(other, iterations, variant, limit, verifies);
  }

  /** Of the memory of each member. */
  public TableLayout layout() {
    return new TableLayout(members, FIELDS, PropertyCheck.bytes(members));
  }

  /** Barriers before those that are measured. */
  int warmUp() {
    return Math.clamp(iterations / 10, 1, MOST_WARM_UP);
  }

  /** How many turns it goes in: things are compared that were measured at the same time. */
  int blocks() {
    return Math.min(BLOCKS, iterations);
  }

  /** How many iterations a turn has, from 0. */
  int block(int index) {
    return (int)
        ((long) iterations * (index + 1) / blocks() - (long) iterations * index / blocks());
  }
}
