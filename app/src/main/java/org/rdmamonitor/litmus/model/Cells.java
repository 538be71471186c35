// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.model.Plan.Entry;

/** Where a state keeps values: those of memory, of registers and of operations under way. */
public final class Cells {
  private final Plan plan;
  private final Events events;
  private final Values values;
  private final Domain domain;
  private final StateLayout layout;

  /** By location. */
  final Cell[] memory;

  /** By register. */
  final Map<Operand.Register, Cell> registers = new HashMap<>();

  /** By thread and entry of its store buffer: the value of a store. */
  final Cell[][] stores;

  /** By queue pair and operation: what a put carries, or a get or an atomic brings. */
  final Cell[][] carried;

  Cells(
      Plan plan,
      Events events,
      Values values,
      Domain domain,
      Liveness liveness,
      StateLayout layout) {
    this.plan = plan;
    this.events = events;
    this.values = values;
    this.domain = domain;
    this.layout = layout;
    memory = new Cell[plan.test.locations().size()];
    for (int i = 0; i < memory.length; i++) {
      memory[i] = liveness.isLive(i) ? cell(values.held(i)) : Cell.NONE;
    }
    stores = new Cell[plan.buffers.size()][];
    for (int thread = 0; thread < stores.length; thread++) {
      stores[thread] = stores(thread, liveness);
      addRegisters(thread, liveness);
    }
    carried = new Cell[plan.queuePairs.size()][];
    for (QueuePair pair : plan.queuePairs) {
      carried[pair.index] =
          pair.operations.stream()
              .map(operation -> carried(pair, operation, liveness))
              .toArray(Cell[]::new);
    }
  }

  /** The cell of an expression's register, or its value if that is always the same. */
  Cell cell(Expression expression, int thread, int instruction) {
    int only = domain.only(values.values(expression, thread, instruction));
    return only >= 0 || expression.register().isEmpty()
        ? Cell.of(Math.max(only, 0))
        : registers.getOrDefault(
            new Operand.Register(thread, expression.register().get()), Cell.NONE);
  }

  private Cell[] stores(int thread, Liveness liveness) {
    return plan.buffers.get(thread).stream()
        .map(entry ->
            isStoreSeen(thread, entry, liveness)
                ? cell(values.read(events.instruction[thread][entry.instruction()]))
                : Cell.NONE)
        .toArray(Cell[]::new);
  }

  private boolean isStoreSeen(int thread, Entry entry, Liveness liveness) {
    return plan.code(thread).get(entry.instruction()) instanceof Instruction.Store store
        && liveness.isLive(plan.locationNumber(store.location()));
  }

  private void addRegisters(int thread, Liveness liveness) {
    for (Instruction step : plan.code(thread)) {
      if (step instanceof Instruction.Load load) {
        addRegister(thread, load.register(), liveness);
      } else if (step instanceof Instruction.CompareAndSwap swap) {
        addRegister(thread, swap.register(), liveness);
      }
    }
  }

  private void addRegister(int thread, String name, Liveness liveness) {
    Operand.Register register = new Operand.Register(thread, name);
    if (liveness.isLive(thread, name) && !registers.containsKey(register)) {
      Set<Long> held = new TreeSet<>(Set.of(0L));
      for (int i = 1; i <= plan.code(thread).size(); i++) {
        held.addAll(values.register(thread, name, i));
      }
      registers.put(register, cell(held));
    }
  }

  private Cell carried(QueuePair pair, Operation operation, Liveness liveness) {
    int q = pair.index;
    int o = operation.index();
    boolean isPut =
        operation.kind() == Operation.OperationKind.PUT
            || operation.kind() == Operation.OperationKind.INLINE_PUT;
    if (operation.kind() == Operation.OperationKind.FENCE
        || (isPut && !liveness.isLive(operation.remote()))
        || (operation.kind() == Operation.OperationKind.GET
            && !liveness.isLive(operation.local()))) {
      return Cell.NONE;
    }
    int reader =
        switch (operation.kind()) {
          case PUT -> events.localRead[q][o];
          case INLINE_PUT -> events.instruction[pair.thread][operation.instruction()];
          default -> events.remote[q][o];
        };
    return cell(values.read(reader));
  }

  private Cell cell(Set<Long> held) {
    int only = domain.only(held);
    return only >= 0 || held.isEmpty()
        ? Cell.of(Math.max(only, 0))
        : new Cell(layout.add(domain.size()), 0);
  }
}
