// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;
import org.rdmamonitor.litmus.language.LitmusTest;

/** What a test needs to be run, and what its threads do. {@link Planner} makes it. */
public record TestPlan(
    LitmusTest test, List<NodePlan> nodes, List<ThreadPlan> threads, List<LanePlan> lanes) {
  public TestPlan {
    nodes = List.copyOf(nodes);
    threads = List.copyOf(threads);
    lanes = List.copyOf(lanes);
  }

  /** Whether devices without atomics cannot run it. */
  public boolean needsAtomics() {
    return lanes.stream().flatMap(lane -> lane.requests().stream()).anyMatch(RequestPlan::isAtomic);
  }
}
