// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.util.List;
import java.util.function.Function;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;

/**
 * The completion queues of all lanes of one kind, each once; and work request ids, which contain
 * the lane and a number up to 2^48. For one thread.
 */
final class Poller {
  private static final int NUMBER_BITS = 48;
  private static final long NUMBERS = (1L << NUMBER_BITS) - 1;

  /** How often {@link #spin} polls. */
  static final int SPINS = 50;

  private static final int AT_ONCE = 64;

  private final CompletionQueue[] queues;
  private final Completions completions = Completions.of(AT_ONCE);
  private final String what;
  private int next;

  Poller(List<Lane> lanes, Function<Lane, CompletionQueue> kind, String what) {
    this.queues = lanes.stream().map(kind).distinct().toArray(CompletionQueue[]::new);
    this.what = what;
  }

  static long id(int lane, long number) {
    return ((long) lane << NUMBER_BITS) | (number & NUMBERS);
  }

  static int lane(long id) {
    return (int) (id >>> NUMBER_BITS);
  }

  static long number(long id) {
    return id & NUMBERS;
  }

  /**
   * Takes the completions of one queue; the next call takes those of the next queue.
   *
   * @throws org.rdmamonitor.nativelib.verbs.VerbsException if one of them is of a failure
   */
  int poll() {
    return took(queues[next].poll(completions));
  }

  /** The same, but polls again while there is none, up to {@link #SPINS} times. */
  int spin() {
    return took(queues[next].spin(completions, SPINS));
  }

  private int took(int count) {
    if (queues.length > 1) {
      next = next + 1 == queues.length ? 0 : next + 1;
    }
    for (int i = 0; i < count; i++) {
      completions.check(i, what);
    }
    return count;
  }

  /** The completions that the last poll took. */
  Completions completions() {
    return completions;
  }
}
