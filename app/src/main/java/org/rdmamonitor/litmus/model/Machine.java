// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.List;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;

/**
 * The model, for one test: the states that executions go through, and the events that lead from one
 * state to the next. A state is a few longs; equal states have equal longs. All executions are
 * finite.
 */
public final class Machine {
  final Plan plan;
  final Events events;
  final Order order;
  final Values values;
  final Liveness liveness;
  final Domain domain;
  final StateLayout layout = new StateLayout();
  final Cells cells;
  final Counters counters;
  private final ModelOptions options;
  private final Enabled enabled;
  private final Steps steps;

  private Machine(LitmusTest test, ModelOptions options, boolean keepsAll) {
    this.options = options;
    plan = new Plan(test);
    events = new Events(plan, options);
    order = new Order(plan, events, options);
    values = settle();
    liveness = new Liveness(plan, keepsAll);
    domain = new Domain(plan, events, values);
    counters = new Counters(plan, layout, options.remoteFence() == ModelOptions.RemoteFence.READS);
    cells = new Cells(plan, events, values, domain, liveness, layout);
    enabled = new Enabled(this, options);
    steps = new Steps(this, options, keepsAll);
  }

  /** A machine whose states have only what the outcome depends on. */
  public static Machine of(LitmusTest test, ModelOptions options) {
    return new Machine(test, options, false);
  }

  /** A machine whose states have every register and location. */
  public static Machine complete(LitmusTest test, ModelOptions options) {
    return new Machine(test, options, true);
  }

  public LitmusTest test() {
    return plan.test;
  }

  public ModelOptions options() {
    return options;
  }

  /** How many longs a state has. */
  public int words() {
    return Math.max(1, layout.words());
  }

  /** How many bits of a state are used. */
  public int bits() {
    return layout.bits();
  }

  /** How many events there are; they have numbers from 0. */
  public int events() {
    return events.count();
  }

  /** The state that executions begin in. */
  public long[] initial() {
    long[] state = new long[words()];
    for (int i = 0; i < cells.memory.length; i++) {
      write(state, cells.memory[i], domain.number(plan.location(i).value()));
    }
    int zero = domain.number(0);
    cells.registers.values().forEach(cell -> write(state, cell, zero));
    return state;
  }

  /**
   * The events that can happen next.
   *
   * @param states an array that the state is in
   * @param base where it begins there
   * @param found takes the events' numbers; has room for {@link #events} of them
   * @return how many there are
   */
  public int enabled(long[] states, int base, int[] found) {
    return enabled.find(states, base, found);
  }

  /** Lets an enabled event happen: turns a state, alone in its array, into the next. */
  public void apply(long[] state, int event) {
    steps.apply(state, event);
  }

  /**
   * Whether all threads have come to their end. If a thread has not and no event is enabled, the
   * execution hangs.
   */
  public boolean isFinal(long[] states, int base) {
    for (int thread = 0; thread < plan.buffers.size(); thread++) {
      if (layout.get(states, base, counters.done[thread]) < plan.code(thread).size()) {
        return false;
      }
    }
    return true;
  }

  /** The value of a register or location that the condition or the list of locations names. */
  public long value(long[] states, int base, Operand operand) {
    Cell cell =
        switch (operand) {
          case Operand.Register register -> cells.registers.getOrDefault(register, Cell.NONE);
          case Operand.Memory memory -> cells.memory[plan.locationNumber(memory.location())];
          case Operand.Literal literal -> Cell.of(domain.number(literal.value()));
        };
    return domain.value(number(states, base, cell));
  }

  /** Describes an event for people; {@code state} is the state before it. */
  public WitnessStep step(long[] state, int event) {
    return new Narrator(this).tell(state, event);
  }

  /** The instruction that each hanging thread waits at; empty if none hangs. */
  public List<String> waiting(long[] state) {
    return IntStream.range(0, plan.buffers.size())
        .filter(thread -> layout.get(state, 0, counters.done[thread]) < plan.code(thread).size())
        .mapToObj(thread -> {
          Instruction at = plan.code(thread).get((int) layout.get(state, 0, counters.done[thread]));
          return "P" + thread + " at " + at;
        })
        .toList();
  }

  int number(long[] states, int base, Cell cell) {
    return cell.isKept() ? (int) layout.get(states, base, cell.field()) : cell.constant();
  }

  void write(long[] state, Cell cell, int number) {
    if (cell.isKept()) {
      layout.set(state, cell.field(), number);
    }
  }

  int counter(long[] states, int base, int field) {
    return (int) layout.get(states, base, field);
  }

  /**
   * Alternates between the order of events and their possible values, each of which narrows the
   * other, until neither changes.
   */
  private Values settle() {
    while (true) {
      Values found = new Values(plan, events, order);
      boolean changes = false;
      for (Event event : events.all()) {
        if (event.kind() == Event.EventKind.AWAIT
            && plan.code(event.thread()).get(event.instruction())
                instanceof Instruction.Await await) {
          changes |= order.add(found.beforeAwait(event, await), event.id());
        }
      }
      if (!changes) {
        return found;
      }
    }
  }
}
