// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.litmus.RandomPrograms;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.LitmusWriter;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.model.Event.EventKind;

/**
 * What the reduction takes for granted, in random executions of random programs. If it were wrong,
 * a search could leave out outcomes, though few programs would show it.
 */
class RandomExecutionsTest {
  private static final int PROGRAMS = 400;
  private static final int MOST_INSTRUCTIONS = 9;

  /** A state of an execution, with what has happened, just before the next event. */
  private static final class Moment {
    final Machine machine;
    final String what;
    final long[] state;
    final BitSet happened;
    final int[] enabled;
    final Event next;

    Moment(Machine machine, String what, long[] state, BitSet happened, int[] enabled, Event next) {
      this.machine = machine;
      this.what = what;
      this.state = state;
      this.happened = happened;
      this.enabled = enabled;
      this.next = next;
    }
  }

  @Test
  void whatComesFirstByTheOrderHasHappened() {
    for (Moment moment : moments()) {
      BitSet missing = (BitSet) moment.machine.order.before(moment.next.id()).clone();
      missing.andNot(moment.happened);

      assertThat(missing.stream().mapToObj(moment.machine.events::get))
          .as("%s, before %s", moment.what, moment.next)
          .isEmpty();
    }
  }

  @Test
  void independentEventsLeadToTheSameStateInEitherOrder() {
    for (Moment moment : moments()) {
      Dependence dependence = new Dependence(moment.machine);
      for (int id : moment.enabled) {
        Event other = moment.machine.events.get(id);
        if (id != moment.next.id() && !dependence.holds(moment.next, other)) {
          assertThat(after(moment, moment.next.id(), id))
              .as("%s, %s and %s", moment.what, moment.next, other)
              .isEqualTo(after(moment, id, moment.next.id()));
        }
      }
    }
  }

  @Test
  void aStateSaysWhatHasHappened() {
    for (Moment moment : moments()) {
      History history = new History(moment.machine);
      long[] found = new long[history.words()];
      history.fill(moment.state, 0, found);

      assertThat(BitSet.valueOf(found)).as(moment.what).isEqualTo(moment.happened);
    }
  }

  @Test
  void everyValueThatIsWrittenWasForeseen() {
    for (Moment moment : moments()) {
      int location = moment.next.writes();
      if (location >= 0) {
        long before = memory(moment.machine, moment.state, location);
        long[] state = moment.state.clone();
        moment.machine.apply(state, moment.next.id());
        long written = memory(moment.machine, state, location);

        if (written != before) {
          assertThat(moment.machine.values.written(moment.next.id()))
              .as("%s, %s", moment.what, moment.next)
              .contains(written);
        }
        assertThat(moment.machine.values.held(location)).as(moment.what).contains(written);
      }
    }
  }

  private static List<Moment> moments() {
    List<Moment> moments = new ArrayList<>();
    for (long seed = 1; seed <= PROGRAMS; seed++) {
      RandomPrograms programs = new RandomPrograms(seed);
      LitmusTest test = programs.program(MOST_INSTRUCTIONS);
      ModelOptions options = programs.options();
      String what = "seed " + seed + ", " + options + "\n" + LitmusWriter.text(test);
      addExecution(moments, Machine.complete(test, options), what, seed);
    }
    return moments;
  }

  private static void addExecution(List<Moment> moments, Machine machine, String what, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] state = machine.initial();
    BitSet happened = new BitSet();
    while (true) {
      int[] enabled = enabled(machine, state);
      if (enabled.length == 0) {
        return;
      }
      Event next = machine.events.get(enabled[random.nextInt(enabled.length)]);
      moments.add(
          new Moment(machine, what, state.clone(), (BitSet) happened.clone(), enabled, next));
      happened.set(next.id());
      if (isVain(machine, state, next)) {
        happened.set(machine.events.commitRemote[next.queuePair()][next.operation()]);
      }
      machine.apply(state, next.id());
    }
  }

  /** Whether it is a remote swap that finds another value: then there is nothing to commit. */
  private static boolean isVain(Machine machine, long[] state, Event event) {
    return event.kind() == EventKind.ATOMIC
        && machine.plan.code(event.thread()).get(event.instruction())
            instanceof Instruction.RemoteCompareAndSwap swap
        && memory(machine, state, event.reads()) != swap.expected();
  }

  private static long memory(Machine machine, long[] state, int location) {
    return machine.value(state, 0, new Operand.Memory(machine.plan.location(location).name()));
  }

  /** The state after two events, the second of which must still be possible after the first. */
  private static long[] after(Moment moment, int first, int second) {
    long[] state = moment.state.clone();
    moment.machine.apply(state, first);
    assertThat(enabled(moment.machine, state)).as(moment.what).contains(second);
    moment.machine.apply(state, second);
    return state;
  }

  private static int[] enabled(Machine machine, long[] state) {
    int[] found = new int[machine.events()];
    int count = machine.enabled(state, 0, found);
    return Arrays.copyOf(found, count);
  }
}
