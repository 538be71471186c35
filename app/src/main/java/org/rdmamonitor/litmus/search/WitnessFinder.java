// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.language.Quantifier;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.Machine;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.model.Reduction;
import org.rdmamonitor.litmus.model.Rescheduler;
import org.rdmamonitor.litmus.model.WitnessStep;

/** Searches depth first for an execution that leads to a wanted outcome. */
public final class WitnessFinder {
  private final Machine machine;
  private final Reduction reduction;
  private final SearchLimits limits;
  private final StateSet seen;
  private final int words;
  private final int[] enabled;
  private final Deque<Frame> path = new ArrayDeque<>();

  /**
   * A state on the path, the events that led to it from the state before, and the events still to
   * be tried.
   */
  private static final class Frame {
    final long[] state;
    final int[] way;
    final int[] choices;
    int next;

    Frame(long[] state, int[] way, int[] choices) {
      this.state = state;
      this.way = way;
      this.choices = choices;
    }
  }

  private WitnessFinder(LitmusTest test, ModelOptions options, SearchLimits limits) {
    this.limits = limits;
    machine = Machine.of(test, options);
    reduction = new Reduction(machine);
    words = machine.words();
    seen = new StateSet(words);
    enabled = new int[machine.events()];
  }

  /**
   * An execution that shows the verdict of a test: one that meets the condition, or with {@code
   * forall} one that does not; empty if there is none.
   *
   * @throws LitmusLimitException if a limit is reached before
   */
  public static Optional<Witness> find(LitmusTest test, ModelOptions options, SearchLimits limits) {
    boolean wanted = test.quantifier() != Quantifier.FOR_ALL;
    return find(
        test, options, limits, outcome -> outcome.isCounted(test) && outcome.meets(test) == wanted);
  }

  /**
   * An execution that leads to an outcome; empty if there is none.
   *
   * @throws LitmusLimitException if a limit is reached before
   */
  public static Optional<Witness> find(
      LitmusTest test, ModelOptions options, SearchLimits limits, Predicate<Outcome> wanted) {
    return new WitnessFinder(test, options, limits)
        .search(wanted)
        .map(events -> replay(test, options, events));
  }

  private Optional<List<Integer>> search(Predicate<Outcome> wanted) {
    enter(machine.initial(), new int[0]);
    while (!path.isEmpty()) {
      Frame frame = path.getLast();
      if (frame.choices.length == 0 && wanted.test(outcome(machine, frame.state))) {
        return Optional.of(
            path.stream()
                .flatMap(part -> Arrays.stream(part.way).boxed())
                .collect(Collectors.toList()));
      }
      if (frame.next == frame.choices.length) {
        path.removeLast();
      } else {
        follow(frame.state, frame.choices[frame.next++]);
      }
    }
    return Optional.empty();
  }

  /** Follows an event, and then others as long as there is only one to follow. */
  private void follow(long[] from, int event) {
    long[] state = from.clone();
    List<Integer> way = new ArrayList<>(List.of(event));
    machine.apply(state, event);
    while (true) {
      int count = choose(state);
      if (count != 1) {
        enter(state, way.stream().mapToInt(Integer::intValue).toArray());
        return;
      }
      way.add(enabled[0]);
      machine.apply(state, enabled[0]);
    }
  }

  private void enter(long[] state, int[] way) {
    if (!seen.add(state, 0, StateSet.hash(state, 0, words))) {
      return;
    }
    if (seen.size() > limits.states() || seen.bytes() > limits.bytes()) {
      throw new LitmusLimitException(
          machine.test().name()
              + ": no witness within the limits; raise --max-states or --max-memory");
    }
    path.addLast(new Frame(state, way, Arrays.copyOf(enabled, choose(state))));
  }

  private int choose(long[] state) {
    return reduction.choose(state, 0, enabled, machine.enabled(state, 0, enabled));
  }

  private static Outcome outcome(Machine machine, long[] state) {
    List<Operand> observed = machine.test().observed();
    return new Outcome(
        !machine.isFinal(state, 0),
        observed.stream().map(operand -> machine.value(state, 0, operand)).toList());
  }

  /** Repeats the events in an order that is easier to read, in a machine that keeps all values. */
  private static Witness replay(LitmusTest test, ModelOptions options, List<Integer> events) {
    Machine machine = Machine.complete(test, options);
    long[] state = machine.initial();
    List<WitnessStep> steps = new ArrayList<>();
    for (int event : new Rescheduler(machine).reschedule(events)) {
      steps.add(machine.step(state, event));
      machine.apply(state, event);
    }
    return new Witness(steps, outcome(machine, state), machine.waiting(state));
  }
}
