// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.language.Operand;
import org.rdmamonitor.litmus.model.Machine;
import org.rdmamonitor.litmus.model.Reduction;

/** The states that one thread handles: those whose hash maps to its number. */
final class StatePart {
  private final Machine machine;
  private final @Nullable Reduction reduction;
  private final int number;
  private final Mailbox[] outgoing;
  private final int words;
  private final List<Operand> observed;
  private final List<@Nullable StateSet> levels = new ArrayList<>();
  private final Set<Outcome> outcomes = new HashSet<>();
  private final int[] enabled;
  private final int[] following;
  private final long[] next;
  private long states;
  private long steps;

  StatePart(Machine machine, boolean reduced, int number, int parts) {
    this.machine = machine;
    this.number = number;
    reduction = reduced ? new Reduction(machine) : null;
    words = machine.words();
    observed = machine.test().observed();
    outgoing = new Mailbox[parts];
    for (int i = 0; i < parts; i++) {
      outgoing[i] = new Mailbox(words);
    }
    enabled = new int[machine.events()];
    following = new int[machine.events()];
    next = new long[words];
  }

  /** How many states were kept. */
  long states() {
    return states;
  }

  /** How many events were followed. */
  long steps() {
    return steps;
  }

  Set<Outcome> outcomes() {
    return outcomes;
  }

  /** How many states of a level have still to be expanded. */
  int size(int level) {
    StateSet set = level < levels.size() ? levels.get(level) : null;
    return set == null ? 0 : set.size();
  }

  /** How much memory its tables take. */
  long bytes() {
    long bytes = 0;
    for (StateSet set : levels) {
      bytes += set == null ? 0 : set.bytes();
    }
    for (Mailbox mailbox : outgoing) {
      bytes += mailbox.bytes();
    }
    return bytes;
  }

  void add(int level, int hash, long[] from, int base) {
    while (levels.size() <= level) {
      levels.add(null);
    }
    StateSet set = levels.get(level);
    if (set == null) {
      set = new StateSet(words);
      levels.set(level, set);
    }
    if (set.add(from, base, hash)) {
      states++;
    }
  }

  /** Follows the events of all states of a level, and drops these states. */
  void expand(int level) {
    StateSet set = level < levels.size() ? levels.get(level) : null;
    if (set == null) {
      return;
    }
    for (int i = 0; i < set.size(); i++) {
      expand(set.states(), i * words, level);
    }
    levels.set(level, null);
  }

  /** Takes over the states that another part has found for this one. */
  void receive(StatePart other) {
    other.outgoing[number].empty(this);
  }

  private void expand(long[] from, int base, int level) {
    int count = machine.enabled(from, base, enabled);
    if (count == 0) {
      end(from, base);
      return;
    }
    if (reduction != null) {
      count = reduction.choose(from, base, enabled, count);
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(from, base, next, 0, words);
      machine.apply(next, enabled[i]);
      steps++;
      send(reduction == null ? level + 1 : level + 1 + follow());
    }
  }

  /** Goes on as long as there is only one event to follow; the states between are not kept. */
  private int follow() {
    int taken = 0;
    while (true) {
      int count = machine.enabled(next, 0, following);
      if (reduction != null) {
        count = reduction.choose(next, 0, following, count);
      }
      if (count != 1) {
        return taken;
      }
      machine.apply(next, following[0]);
      steps++;
      taken++;
    }
  }

  private void send(int level) {
    int hash = StateSet.hash(next, 0, words);
    int part = (hash >>> 24) % outgoing.length;
    if (part == number) {
      add(level, hash, next, 0);
    } else {
      outgoing[part].put(level, hash, next);
    }
  }

  private void end(long[] from, int base) {
    boolean hangs = !machine.isFinal(from, base);
    Long[] values = new Long[observed.size()];
    Arrays.setAll(values, i -> machine.value(from, base, observed.get(i)));
    outcomes.add(new Outcome(hangs, List.of(values)));
  }
}
