// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;
import java.util.BitSet;
import org.rdmamonitor.litmus.model.Event.EventKind;
import org.rdmamonitor.litmus.model.ModelOptions.Flush;

/**
 * Chooses among the enabled events of a state those that a search has to follow to find every state
 * in which an execution ends: a strong stubborn set (Valmari 1989). Such a set contains at least
 * one enabled event; with each enabled event it contains all events that depend on it and may
 * happen before it; with each event that is not enabled it contains all events of some set of which
 * one must happen before it. No execution is infinite, so no event is put off for ever.
 *
 * <p>For one thread; each thread has its own.
 */
public final class Reduction {
  private final Machine machine;
  private final History history;
  private final int words;

  /** By event: the events that depend on it and do not always come after it. */
  private final long[][] rivals;

  /** By event: the events that always come before it. */
  private final long[][] before;

  /** By location: the events that write to it. */
  private final long[][] writers;

  private final long[] happened;
  private final long[] enabledSet;
  private final long[] chosen;
  private final long[] best;
  private final int[] stack;
  private int depth;

  /** For a machine. */
  public Reduction(Machine machine) {
    this.machine = machine;
    history = new History(machine);
    words = history.words();
    int count = machine.events.count();
    rivals = new long[count][words];
    before = new long[count][];
    writers = new long[machine.plan.test.locations().size()][words];
    Dependence dependence = new Dependence(machine);
    for (Event one : machine.events.all()) {
      before[one.id()] = words(machine.order.before(one.id()));
      for (Event other : machine.events.all()) {
        if (one.id() != other.id()
            && dependence.holds(one, other)
            && !machine.order.isBefore(one.id(), other.id())) {
          add(rivals[one.id()], other.id());
        }
      }
      if (one.writes() >= 0) {
        add(writers[one.writes()], one.id());
      }
    }
    happened = new long[words];
    enabledSet = new long[words];
    chosen = new long[words];
    best = new long[words];
    stack = new int[count + 1];
  }

  /**
   * Keeps the events that have to be followed.
   *
   * @param states an array that the state is in
   * @param base where it begins there
   * @param enabled all that are enabled there; those to be followed are moved to the front
   * @param count how many there are
   * @return how many are to be followed; 0 only if {@code count} is
   */
  public int choose(long[] states, int base, int[] enabled, int count) {
    if (count <= 1) {
      return count;
    }
    history.fill(states, base, happened);
    for (int i = 0; i < count; i++) {
      if (isAlone(enabled[i])) {
        enabled[0] = enabled[i];
        return 1;
      }
    }
    Arrays.fill(enabledSet, 0);
    for (int i = 0; i < count; i++) {
      add(enabledSet, enabled[i]);
    }
    int fewest = count;
    for (int i = 0; i < count && fewest > 1; i++) {
      int size = close(states, base, enabled[i], fewest);
      if (size < fewest) {
        fewest = size;
        System.arraycopy(chosen, 0, best, 0, words);
      }
    }
    return fewest == count ? count : keep(enabled, count);
  }

  private int keep(int[] enabled, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (contains(best, enabled[i])) {
        enabled[kept++] = enabled[i];
      }
    }
    return kept;
  }

  /** Whether no event that depends on this one can still happen before it. */
  private boolean isAlone(int event) {
    long[] set = rivals[event];
    for (int w = 0; w < words; w++) {
      if ((set[w] & ~happened[w]) != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Makes a stubborn set around an event; gives how many of its events are enabled, or {@code
   * limit} if there are that many.
   */
  private int close(long[] states, int base, int seed, int limit) {
    Arrays.fill(chosen, 0);
    depth = 0;
    choose(seed);
    int size = 0;
    while (depth > 0) {
      int event = stack[--depth];
      if (contains(enabledSet, event)) {
        size++;
        if (size >= limit) {
          return limit;
        }
        chooseAll(rivals[event]);
      } else {
        chooseCause(states, base, event);
      }
    }
    return size;
  }

  /** Adds events of which at least one has to happen before an event that is not enabled. */
  private void chooseCause(long[] states, int base, int event) {
    int cause = -1;
    for (int w = words - 1; w >= 0; w--) {
      long pending = before[event][w] & ~happened[w];
      if ((pending & chosen[w]) != 0) {
        return;
      }
      if (pending != 0) {
        cause = w * Long.SIZE + Long.numberOfTrailingZeros(pending);
      }
    }
    if (cause >= 0) {
      choose(cause);
      return;
    }
    Event blocked = machine.events.get(event);
    switch (blocked.kind()) {
      case AWAIT -> chooseAll(writers[blocked.reads()]);
      case LOCAL_READ -> choose(nextDelivery(states, base, blocked.queuePair()));
      case REMOTE_READ, ATOMIC -> chooseCommits(states, base, blocked);
      default -> {
        // A poll whose completion never comes: it never happens.
        if (blocked.kind() != EventKind.POLL) {
          throw new IllegalStateException(blocked + " waits for nothing known");
        }
      }
    }
  }

  private int nextDelivery(long[] states, int base, int pair) {
    int delivered = machine.counter(states, base, machine.counters.delivered[pair]);
    for (Operation operation : machine.plan.queuePairs.get(pair).operations) {
      if (operation.dataIndex() == delivered) {
        return machine.events.commitLocal[pair][operation.index()];
      }
    }
    throw new IllegalStateException("nothing is under way on queue pair " + pair);
  }

  /**
   * Chooses what a remote read waits for: the commit of one write under way that must be in memory
   * first.
   */
  private void chooseCommits(long[] states, int base, Event blocked) {
    QueuePair own = machine.plan.queuePairs.get(blocked.queuePair());
    int found = nextCommit(states, base, own);
    for (QueuePair pair : machine.plan.queuePairs) {
      if (found < 0 && pair.node.equals(own.node)) {
        int commit = nextCommit(states, base, pair);
        found = commit >= 0 && isWaitedFor(commit) ? commit : -1;
      }
    }
    if (found < 0) {
      throw new IllegalStateException(blocked + " waits for nothing known");
    }
    choose(found);
  }

  /**
   * Whether a remote read waits for this write of another queue pair: because all queue pairs to
   * the node are flushed, or because an atomic has the node's token.
   */
  private boolean isWaitedFor(int commit) {
    Event event = machine.events.get(commit);
    QueuePair pair = machine.plan.queuePairs.get(event.queuePair());
    return (machine.options().flush() == Flush.NIC && !machine.options().isRxe())
        || pair.operations.get(event.operation()).kind() == Operation.OperationKind.ATOMIC;
  }

  private int nextCommit(long[] states, int base, QueuePair pair) {
    int q = pair.index;
    int committed = machine.counter(states, base, machine.counters.committed[q]);
    if (committed == machine.counter(states, base, machine.counters.accepted[q])) {
      return -1;
    }
    for (Operation operation : pair.operations) {
      if (operation.writeIndex() == committed) {
        return machine.events.commitRemote[q][operation.index()];
      }
    }
    return -1;
  }

  private void chooseAll(long[] set) {
    for (int w = 0; w < words; w++) {
      for (long more = set[w] & ~happened[w] & ~chosen[w]; more != 0; more &= more - 1) {
        choose(w * Long.SIZE + Long.numberOfTrailingZeros(more));
      }
    }
  }

  private void choose(int event) {
    if (!contains(chosen, event)) {
      add(chosen, event);
      stack[depth++] = event;
    }
  }

  private static boolean contains(long[] set, int event) {
    return (set[event / Long.SIZE] & 1L << event % Long.SIZE) != 0;
  }

  private static void add(long[] set, int event) {
    set[event / Long.SIZE] |= 1L << event % Long.SIZE;
  }

  private long[] words(BitSet set) {
    long[] found = new long[words];
    long[] given = set.toLongArray();
    System.arraycopy(given, 0, found, 0, given.length);
    return found;
  }
}
