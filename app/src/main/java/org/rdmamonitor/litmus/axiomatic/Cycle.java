// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why an execution is impossible: each of these points must come before the next, and the last
 * before the first.
 */
public record Cycle(List<Step> steps) {
  /**
   * A point, and why it comes before the next.
   *
   * @param point what happens there, as {@code P0.2:nlR(x)}
   */
  public record Step(String point, Relation relation) {}

  public Cycle {
    steps = List.copyOf(steps);
  }

  /** The cycle on one line. */
  @Override
  public String toString() {
    return steps.stream()
            .map(step -> step.point() + " -" + step.relation().word() + "-> ")
            .collect(Collectors.joining())
        + steps.getFirst().point();
  }
}
