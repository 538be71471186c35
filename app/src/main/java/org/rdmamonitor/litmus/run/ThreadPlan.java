// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;

/**
 * What one thread needs and does.
 *
 * @param name {@code P0}
 * @param node index of the thread's node
 * @param lanes indices of its queue pairs
 * @param registers their names
 */
public record ThreadPlan(
    String name, int node, List<Integer> lanes, List<ProgramStep> steps, List<String> registers) {
  public ThreadPlan {
    lanes = List.copyOf(lanes);
    steps = List.copyOf(steps);
    registers = List.copyOf(registers);
  }
}
