// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.InlinePut;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Source;
import org.rdmamonitor.litmus.model.Event.EventKind;

/** Which cells and counters each event reads and changes. */
final class Effects {
  private static final Cell[] NO_CELLS = {};

  private final Machine machine;
  private final Counters counters;
  private final Cells cells;
  private final boolean isRxe;
  private final boolean keepsAll;

  Effects(Machine machine, ModelOptions options, boolean keepsAll) {
    this.machine = machine;
    counters = machine.counters;
    cells = machine.cells;
    isRxe = options.isRxe();
    this.keepsAll = keepsAll;
  }

  /** The counter, if incrementing it is all that the event does; else -1. */
  int counter(Event event) {
    EventKind kind = event.kind();
    int q = event.queuePair();
    boolean isKept =
        target(event).isKept() || (q >= 0 && cells.carried[q][event.operation()].isKept());
    if (kind.isInstruction()) {
      boolean isPlain =
          kind == EventKind.AWAIT || kind == EventKind.FENCE || kind == EventKind.POLL;
      boolean isPosting = kind == EventKind.POST && !carriesValue(event);
      return (isPlain || isPosting) && ended(event).length == 0
          ? counters.done[event.thread()]
          : -1;
    }
    return switch (kind) {
      case SUBMIT -> counters.left[event.thread()];
      case LOCAL_READ -> isKept ? -1 : counters.read[q];
      case REMOTE_WRITE -> isRxe ? -1 : counters.accepted[q];
      case RETIRE -> counters.lifted[q] >= 0 ? -1 : counters.retired[q];
      case COMMIT_LOCAL -> isKept ? -1 : counters.delivered[q];
      case COMMIT_REMOTE -> isKept ? -1 : counters.committed[q];
      default -> -1;
    };
  }

  private boolean carriesValue(Event event) {
    int entry = machine.plan.entriesBefore[event.thread()][event.instruction()];
    Plan.Entry posted = machine.plan.buffers.get(event.thread()).get(entry);
    return posted.isStore()
        ? cells.stores[event.thread()][entry].isKept()
        : cells.carried[posted.queuePair()][posted.operation()].isKept();
  }

  /** The cell that the event writes. */
  Cell target(Event event) {
    Instruction step = machine.plan.code(event.thread()).get(event.instruction());
    return switch (step) {
      case Instruction.Load load -> register(event.thread(), load.register());
      case CompareAndSwap swap -> register(event.thread(), swap.register());
      default -> event.writes() < 0 ? Cell.NONE : cells.memory[event.writes()];
    };
  }

  private Cell register(int thread, String name) {
    return cells.registers.getOrDefault(new Operand.Register(thread, name), Cell.NONE);
  }

  /** The cell that the event reads, or whose value it computes with. */
  Cell source(Event event) {
    Optional<Expression> expression = expression(event);
    if (expression.isPresent()) {
      return cells.cell(expression.get(), event.thread(), event.instruction());
    }
    return event.reads() < 0 ? Cell.NONE : cells.memory[event.reads()];
  }

  private Optional<Expression> expression(Event event) {
    if (!event.kind().isInstruction()) {
      return Optional.empty();
    }
    return switch (machine.plan.code(event.thread()).get(event.instruction())) {
      case Store store -> Optional.of(store.value());
      case CompareAndSwap swap -> Optional.of(swap.expected());
      case InlinePut put ->
          put.source() instanceof Source.Value(Expression value)
              ? Optional.of(value)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  /** The cells of registers that nothing reads after the event. */
  Cell[] ended(Event event) {
    if (keepsAll || !event.kind().isInstruction()) {
      return NO_CELLS;
    }
    int thread = event.thread();
    int instruction = event.instruction();
    Set<Cell> cellsOfRegisters = new HashSet<>();
    cells.registers.forEach((register, cell) -> {
      boolean isLast =
          register.thread() == thread
              && Registers.uses(machine.plan.code(thread).get(instruction), register.name())
              && machine
                  .plan
                  .code(thread)
                  .subList(instruction + 1, machine.plan.code(thread).size())
                  .stream()
                  .noneMatch(step -> Registers.uses(step, register.name()));
      if (isLast && cell.isKept() && !machine.plan.test.observed().contains(register)) {
        cellsOfRegisters.add(cell);
      }
    });
    return cellsOfRegisters.toArray(Cell[]::new);
  }
}
