// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Location;

/** Describes what an event does, with the values that it finds. */
final class Narrator {
  private final Machine machine;

  Narrator(Machine machine) {
    this.machine = machine;
  }

  WitnessStep tell(long[] before, int id) {
    Event event = machine.events.get(id);
    Instruction step = machine.plan.code(event.thread()).get(event.instruction());
    long[] after = Arrays.copyOf(before, before.length);
    machine.apply(after, id);
    return new WitnessStep(
        actor(event), event.instruction() + 1, step.toString(), action(event, step, before, after));
  }

  private String actor(Event event) {
    String thread = "P" + event.thread();
    String node = machine.plan.test.threads().get(event.thread()).node();
    return switch (event.kind()) {
      case DRAIN, SUBMIT -> thread + " buffer";
      case LOCAL_READ, RETIRE, COMMIT_LOCAL -> thread + " NIC " + node;
      case REMOTE_WRITE, REMOTE_READ, ATOMIC, COMMIT_REMOTE ->
          thread + " NIC " + machine.plan.queuePairs.get(event.queuePair()).node;
      default -> thread;
    };
  }

  private String action(Event event, Instruction step, long[] before, long[] after) {
    return switch (event.kind()) {
      case POST ->
          step instanceof Instruction.Store
              ? "the store enters the store buffer"
              : "the request enters the store buffer" + inlined(event, after);
      case AUXILIARY_STORE -> writes(event, after);
      case LOAD -> "reads " + seen(event, before);
      case AWAIT -> "goes on, at " + seen(event, before);
      case SWAP -> "finds " + seen(event, before) + ", leaves " + held(event.writes(), after);
      case FENCE -> "goes on: the store buffer is empty";
      case POLL -> "takes the completion of " + polled(event);
      case DRAIN -> writes(event, after);
      case SUBMIT -> "the request reaches the queue pair";
      case LOCAL_READ ->
          event.reads() < 0 ? "the source is read" : "reads " + held(event.reads(), before);
      case REMOTE_WRITE ->
          event.writes() < 0
              ? "the write is accepted, to reach memory later"
              : writes(event, after);
      case REMOTE_READ -> "reads " + held(event.reads(), before);
      case ATOMIC -> "reads " + held(event.reads(), before) + pending(event, after);
      case RETIRE ->
          machine.plan.queuePairs.get(event.queuePair()).operations.get(event.operation()).kind()
                  == Operation.OperationKind.FENCE
              ? "the fence is lifted"
              : "completes";
      case COMMIT_REMOTE, COMMIT_LOCAL -> writes(event, after);
    };
  }

  private String inlined(Event event, long[] after) {
    int entry = machine.plan.entriesBefore[event.thread()][event.instruction()];
    Plan.Entry posted = machine.plan.buffers.get(event.thread()).get(entry);
    Operation operation = machine.plan.operation(posted);
    if (operation.kind() != Operation.OperationKind.INLINE_PUT) {
      return "";
    }
    Cell carried = machine.cells.carried[posted.queuePair()][posted.operation()];
    return " with " + machine.domain.value(machine.number(after, 0, carried));
  }

  private String pending(Event event, long[] after) {
    int q = event.queuePair();
    boolean writes =
        machine.counter(after, 0, machine.counters.committed[q])
            < machine.counter(after, 0, machine.counters.accepted[q]);
    return writes ? ", and is to write" : ", and writes nothing";
  }

  private String polled(Event poll) {
    Plan plan = machine.plan;
    Instruction.Poll step = (Instruction.Poll) plan.code(poll.thread()).get(poll.instruction());
    long number =
        plan.code(poll.thread()).subList(0, poll.instruction()).stream()
            .filter(step::equals)
            .count();
    Operation operation =
        plan.queuePair(poll.thread(), step.node()).completions().get((int) number);
    return operation.request().toString();
  }

  private String writes(Event event, long[] after) {
    return held(event.writes(), after) + " in memory";
  }

  private String seen(Event event, long[] state) {
    int number =
        new View(machine).load(state, 0, event.thread(), event.instruction(), event.reads());
    return named(event.reads(), number);
  }

  private String held(int location, long[] state) {
    return named(location, machine.number(state, 0, machine.cells.memory[location]));
  }

  private String named(int location, int number) {
    Location place = machine.plan.location(location);
    return place.name() + " = " + machine.domain.value(number);
  }
}
