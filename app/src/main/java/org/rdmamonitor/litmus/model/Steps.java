// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.InlinePut;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.language.Source;

/**
 * Applies events to a state. A value that nothing reads any more is cleared, so that states that
 * differ only in it are equal.
 */
final class Steps {
  private final Machine machine;
  private final StateLayout layout;
  private final Counters counters;
  private final Cells cells;
  private final View view;
  private final boolean isRxe;
  private final Event[] events;
  private final Instruction[] instructions;
  private final Operation[] operations;
  private final Cell[] targets;
  private final Cell[] sources;

  /** By event: cells of registers whose values nothing reads after it. */
  private final Cell[][] ended;

  /**
   * By event: the index of the state's word, if adding {@link #counted} to one word is all that the
   * event does; else -1.
   */
  private final int[] countedWord;

  private final long[] counted;

  Steps(Machine machine, ModelOptions options, boolean keepsAll) {
    this.machine = machine;
    layout = machine.layout;
    counters = machine.counters;
    cells = machine.cells;
    view = new View(machine);
    isRxe = options.isRxe();
    List<Event> all = machine.events.all();
    events = all.toArray(Event[]::new);
    instructions =
        all.stream()
            .map(event -> machine.plan.code(event.thread()).get(event.instruction()))
            .toArray(Instruction[]::new);
    operations =
        all.stream()
            .map(event ->
                event.queuePair() < 0
                    ? null
                    : machine
                        .plan
                        .queuePairs
                        .get(event.queuePair())
                        .operations
                        .get(event.operation()))
            .toArray(Operation[]::new);
    Effects effects = new Effects(machine, options, keepsAll);
    targets = all.stream().map(effects::target).toArray(Cell[]::new);
    sources = all.stream().map(effects::source).toArray(Cell[]::new);
    ended = all.stream().map(effects::ended).toArray(Cell[][]::new);
    int[] fields = all.stream().mapToInt(effects::counter).toArray();
    countedWord = Arrays.stream(fields).map(field -> field < 0 ? -1 : layout.word(field)).toArray();
    counted =
        Arrays.stream(fields)
            .mapToLong(field -> field < 0 ? 0 : 1L << layout.shift(field))
            .toArray();
  }

  void apply(long[] state, int id) {
    int word = countedWord[id];
    if (word >= 0) {
      state[word] += counted[id];
      return;
    }
    Event event = events[id];
    switch (event.kind()) {
      case POST -> post(state, event);
      case AUXILIARY_STORE -> machine.write(state, targets[id], stored(state, id));
      case LOAD ->
          machine.write(
              state,
              targets[id],
              view.load(state, 0, event.thread(), event.instruction(), event.reads()));
      case SWAP -> swap(state, event);
      case AWAIT, FENCE, POLL -> {
        // only go on
      }
      case DRAIN, SUBMIT -> leaveBuffer(state, event);
      default -> applyAtNic(state, event);
    }
    if (event.kind().isInstruction()) {
      for (Cell cell : ended[id]) {
        layout.set(state, cell.field(), 0);
      }
      layout.add(state, counters.done[event.thread()], 1);
    }
  }

  private void applyAtNic(long[] state, Event event) {
    int q = event.queuePair();
    Operation operation = operations[event.id()];
    Cell carried = cells.carried[q][event.operation()];
    switch (event.kind()) {
      case LOCAL_READ -> {
        machine.write(state, carried, machine.number(state, 0, sources[event.id()]));
        layout.add(state, counters.read[q], 1);
      }
      case REMOTE_WRITE -> {
        layout.add(state, counters.accepted[q], 1);
        if (isRxe) {
          commitPut(state, event, carried);
        }
      }
      case REMOTE_READ -> {
        machine.write(state, carried, machine.number(state, 0, sources[event.id()]));
        layout.add(state, counters.fetched[q], 1L << operation.getIndex());
      }
      case ATOMIC -> atomic(state, event, operation, carried);
      case RETIRE -> retire(state, q, operation);
      case COMMIT_REMOTE -> {
        if (operation.kind() == Operation.OperationKind.ATOMIC) {
          commitAtomic(state, event, operation, carried);
        } else {
          commitPut(state, event, carried);
        }
      }
      case COMMIT_LOCAL -> {
        machine.write(state, targets[event.id()], machine.number(state, 0, carried));
        layout.add(state, counters.delivered[q], 1);
        boolean isAtomic = operation.kind() == Operation.OperationKind.ATOMIC;
        if (!isAtomic
            || machine.counter(state, 0, counters.committed[q]) > operation.writeIndex()) {
          machine.write(state, carried, 0);
        }
      }
      default -> throw new IllegalStateException(event.toString());
    }
  }

  private void post(long[] state, Event event) {
    Instruction step = instructions[event.id()];
    if (step instanceof Store) {
      int entry = machine.plan.entriesBefore[event.thread()][event.instruction()];
      machine.write(state, cells.stores[event.thread()][entry], stored(state, event.id()));
    } else if (step instanceof InlinePut put) {
      int entry = machine.plan.entriesBefore[event.thread()][event.instruction()];
      Plan.Entry posted = machine.plan.buffers.get(event.thread()).get(entry);
      Cell carried = cells.carried[posted.queuePair()][posted.operation()];
      if (carried.isKept()) {
        machine.write(state, carried, inlined(state, event, put));
      }
    }
  }

  private int stored(long[] state, int id) {
    return instructions[id] instanceof Store store
        ? view.evaluate(state, 0, sources[id], store.value())
        : 0;
  }

  private int inlined(long[] state, Event event, InlinePut put) {
    return switch (put.source()) {
      case Source.Memory _ ->
          view.load(state, 0, event.thread(), event.instruction(), event.reads());
      case Source.Value(Expression value) -> view.evaluate(state, 0, sources[event.id()], value);
    };
  }

  private void swap(long[] state, Event event) {
    CompareAndSwap swap = (CompareAndSwap) instructions[event.id()];
    Cell memory = cells.memory[event.reads()];
    int old = machine.number(state, 0, memory);
    int expected = view.evaluate(state, 0, sources[event.id()], swap.expected());
    if (machine.domain.value(old) == machine.domain.value(expected)) {
      Cell desired = cells.cell(swap.desired(), event.thread(), event.instruction());
      machine.write(state, memory, view.evaluate(state, 0, desired, swap.desired()));
    }
    machine.write(state, targets[event.id()], old);
  }

  private void leaveBuffer(long[] state, Event event) {
    if (event.kind() == Event.EventKind.DRAIN) {
      int entry = machine.plan.entriesBefore[event.thread()][event.instruction()];
      Cell value = cells.stores[event.thread()][entry];
      machine.write(state, targets[event.id()], machine.number(state, 0, value));
      machine.write(state, value, 0);
    }
    layout.add(state, counters.left[event.thread()], 1);
  }

  private void commitPut(long[] state, Event event, Cell carried) {
    machine.write(state, targets[event.id()], machine.number(state, 0, carried));
    machine.write(state, carried, 0);
    layout.add(state, counters.committed[event.queuePair()], 1);
  }

  private void atomic(long[] state, Event event, Operation operation, Cell carried) {
    int q = event.queuePair();
    int old = machine.number(state, 0, sources[event.id()]);
    machine.write(state, carried, old);
    layout.add(state, counters.accepted[q], 1);
    boolean fails =
        operation.request() instanceof RemoteCompareAndSwap swap
            && machine.domain.value(old) != swap.expected();
    if (fails) {
      layout.add(state, counters.committed[q], 1);
    }
  }

  private void commitAtomic(long[] state, Event event, Operation operation, Cell carried) {
    int q = event.queuePair();
    if (targets[event.id()].isKept()) {
      long old = machine.domain.value(machine.number(state, 0, carried));
      long written =
          switch (operation.request()) {
            case FetchAndAdd add -> old + add.addend();
            case RemoteCompareAndSwap swap -> swap.desired();
            default -> throw new IllegalStateException(operation.toString());
          };
      machine.write(state, targets[event.id()], machine.domain.number(written));
    }
    layout.add(state, counters.committed[q], 1);
    if (machine.counter(state, 0, counters.delivered[q]) > operation.dataIndex()) {
      machine.write(state, carried, 0);
    }
  }

  private void retire(long[] state, int q, Operation operation) {
    int lifted = counters.lifted[q];
    List<Operation> queue = machine.plan.queuePairs.get(q).operations;
    int head = machine.counter(state, 0, counters.retired[q]);
    if (lifted >= 0 && operation.kind() == Operation.OperationKind.FENCE) {
      layout.add(state, lifted, 1);
    } else {
      layout.add(state, counters.retired[q], 1);
      head++;
    }
    if (lifted < 0) {
      return;
    }
    int free = machine.counter(state, 0, lifted);
    while (head < queue.size() && isLifted(queue.get(head), free)) {
      layout.add(state, counters.retired[q], 1);
      head++;
    }
  }

  private static boolean isLifted(Operation operation, int free) {
    return operation.kind() == Operation.OperationKind.FENCE && operation.fenceIndex() < free;
  }
}
