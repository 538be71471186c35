// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.model.Plan.Entry;

/** What a thread sees: values of locations and of expressions, as numbers of the domain. */
final class View {
  private final Machine machine;

  /** By thread and entry: the location of a store; -1 for requests. */
  private final int[][] stored;

  View(Machine machine) {
    this.machine = machine;
    Plan plan = machine.plan;
    stored = new int[plan.buffers.size()][];
    for (int thread = 0; thread < stored.length; thread++) {
      int number = thread;
      stored[thread] =
          plan.buffers.get(thread).stream()
              .mapToInt(entry -> location(plan, number, entry))
              .toArray();
    }
  }

  /** The newest value of a location in the thread's store buffer, else in memory (rule 2). */
  int load(long[] states, int base, int thread, int instruction, int location) {
    int oldest = machine.counter(states, base, machine.counters.left[thread]);
    int newest = machine.plan.entriesBefore[thread][instruction];
    for (int i = newest - 1; i >= oldest; i--) {
      if (stored[thread][i] == location) {
        return machine.number(states, base, machine.cells.stores[thread][i]);
      }
    }
    return machine.number(states, base, machine.cells.memory[location]);
  }

  /** An expression whose register, or value, is in a cell. */
  int evaluate(long[] states, int base, Cell cell, Expression expression) {
    int number = machine.number(states, base, cell);
    if (!cell.isKept() || expression.constant() == 0) {
      return number;
    }
    return machine.domain.number(machine.domain.value(number) + expression.constant());
  }

  private static int location(Plan plan, int thread, Entry entry) {
    Instruction step = plan.code(thread).get(entry.instruction());
    return step instanceof Store store ? plan.locationNumber(store.location()) : -1;
  }
}
