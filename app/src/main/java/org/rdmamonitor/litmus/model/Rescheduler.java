// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.ArrayList;
import java.util.List;

/**
 * Reorders the events of an execution so that one actor does more in a row. The new order leads to
 * the same state: events that depend on each other keep their order.
 */
public final class Rescheduler {
  private final Machine machine;
  private final Dependence dependence;

  public Rescheduler(Machine machine) {
    this.machine = machine;
    dependence = new Dependence(machine);
  }

  /** Another order of an execution's events, from the initial state. */
  public List<Integer> reschedule(List<Integer> execution) {
    List<Integer> left = new ArrayList<>(execution);
    List<Integer> found = new ArrayList<>();
    long[] state = machine.initial();
    int thread = -1;
    while (!left.isEmpty()) {
      int index = next(state, left, thread);
      int event = left.get(index);
      left.subList(index, index + 1).clear();
      machine.apply(state, event);
      thread = machine.events.get(event).thread();
      found.add(event);
    }
    return found;
  }

  /**
   * The index of the next event: the first of the same thread that can come next, or else the first
   * in the list.
   */
  private int next(long[] state, List<Integer> left, int thread) {
    int[] enabled = new int[machine.events()];
    int count = machine.enabled(state, 0, enabled);
    for (int i = 0; i < left.size(); i++) {
      if (machine.events.get(left.get(i)).thread() == thread
          && contains(enabled, count, left.get(i))
          && isFree(left, i)) {
        return i;
      }
    }
    return 0;
  }

  private static boolean contains(int[] enabled, int count, int event) {
    for (int i = 0; i < count; i++) {
      if (enabled[i] == event) {
        return true;
      }
    }
    return false;
  }

  private boolean isFree(List<Integer> left, int index) {
    Event event = machine.events.get(left.get(index));
    return left.subList(0, index).stream()
        .noneMatch(earlier ->
            dependence.holds(machine.events.get(earlier), event)
                || machine.order.isBefore(earlier, event.id()));
  }
}
