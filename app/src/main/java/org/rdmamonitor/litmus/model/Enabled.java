// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rdmamonitor.litmus.language.Comparison;
import org.rdmamonitor.litmus.language.Expression;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.model.Event.EventKind;

/** Finds the events that can happen next. */
final class Enabled {
  private final Machine machine;
  private final StateLayout layout;
  private final Counters counters;
  private final Field[] doneFields;
  private final Field[] leftFields;
  private final View view;
  private final EventKind[] kinds;
  private final int[][] entriesBefore;
  private final int[] entries;
  private final Waiting[][] waits;
  private final Pipe[] pipes;

  /** What an await or a poll waits for. */
  private record Waiting(int location, Cell cell, Await await, int pair, int operation, int data) {}

  Enabled(Machine machine, ModelOptions options) {
    this.machine = machine;
    layout = machine.layout;
    counters = machine.counters;
    view = new View(machine);
    Plan plan = machine.plan;
    doneFields = fields(counters.done);
    leftFields = fields(counters.left);
    kinds = machine.events.all().stream().map(Event::kind).toArray(EventKind[]::new);
    entriesBefore = plan.entriesBefore;
    entries = plan.buffers.stream().mapToInt(List::size).toArray();
    waits = new Waiting[plan.buffers.size()][];
    for (int thread = 0; thread < waits.length; thread++) {
      waits[thread] = waits(thread);
    }
    pipes =
        plan.queuePairs.stream().map(pair -> new Pipe(machine, options, pair)).toArray(Pipe[]::new);
    for (Pipe pipe : pipes) {
      pipe.meet(pipes);
    }
  }

  int find(long[] states, int base, int[] found) {
    int count = 0;
    for (int thread = 0; thread < entries.length; thread++) {
      int done = doneFields[thread].get(states, base);
      int left = leftFields[thread].get(states, base);
      int[] steps = machine.events.instruction[thread];
      if (done < steps.length && isReady(states, base, thread, done, left, kinds[steps[done]])) {
        found[count++] = steps[done];
      }
      if (left < entriesBefore[thread][done]) {
        found[count++] = machine.events.buffer[thread][left];
      }
    }
    for (Pipe pipe : pipes) {
      count = pipe.find(states, base, found, count);
    }
    return count;
  }

  private Field[] fields(int[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(number -> new Field(layout, number))
        .toArray(Field[]::new);
  }

  private boolean isReady(long[] states, int base, int thread, int done, int left, EventKind kind) {
    return switch (kind) {
      case FENCE, SWAP -> left == entriesBefore[thread][done];
      case AWAIT -> isSatisfied(states, base, thread, done);
      case POLL -> {
        Waiting wait = waits[thread][done];
        yield wait.operation >= 0
            && layout.get(states, base, counters.retired[wait.pair]) > wait.operation
            && layout.get(states, base, counters.delivered[wait.pair]) >= wait.data;
      }
      default -> true;
    };
  }

  private boolean isSatisfied(long[] states, int base, int thread, int done) {
    Waiting wait = waits[thread][done];
    int seen = view.load(states, base, thread, done, wait.location);
    int wanted = view.evaluate(states, base, wait.cell, wait.await.value());
    return wait.await.comparison().holds(machine.domain.value(seen), machine.domain.value(wanted));
  }

  private Waiting[] waits(int thread) {
    Plan plan = machine.plan;
    List<Instruction> code = plan.code(thread);
    Waiting[] found = new Waiting[code.size()];
    int[] polls = new int[plan.queuePairs.size()];
    Await none = new Await("", Comparison.EQUAL, Expression.of(0));
    for (int i = 0; i < found.length; i++) {
      if (code.get(i) instanceof Await await) {
        Cell cell = machine.cells.cell(await.value(), thread, i);
        found[i] = new Waiting(plan.locationNumber(await.location()), cell, await, -1, -1, 0);
      } else if (code.get(i) instanceof Instruction.Poll poll) {
        QueuePair pair = plan.queuePair(thread, poll.node());
        found[i] = polled(pair, polls[pair.index]++, none);
      }
    }
    return found;
  }

  private static Waiting polled(QueuePair pair, int number, Await none) {
    List<Operation> completions = new ArrayList<>(pair.completions());
    if (number >= completions.size()) {
      return new Waiting(-1, Cell.NONE, none, pair.index, -1, 0);
    }
    int operation = completions.get(number).index();
    int data =
        (int)
            pair.operations.subList(0, operation + 1).stream()
                .filter(earlier -> earlier.dataIndex() >= 0)
                .count();
    return new Waiting(-1, Cell.NONE, none, pair.index, operation, data);
  }
}
