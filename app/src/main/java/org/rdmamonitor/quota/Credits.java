// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * Credits of a process: leases that it holds and does not use, in a place that it shares with the
 * collector. It takes credits and gives them back there without asking; the collector adds some,
 * and recalls them when others have more need of them. What is read there is what the process has
 * written, and never to be believed: who uses it keeps to what the process was granted. Safe for
 * any number of threads, of both.
 */
public interface Credits {
  /** More than this of a kind is not granted ahead, and not left idle for long. */
  int MOST = 64;

  /** What is not used now. */
  Amounts idle();

  /**
   * Takes at most so much back, in one step for each kind of object.
   *
   * @return what was there, and is not any more
   */
  Amounts take(Amounts most);

  /** Adds some for the process to take; false if there is no room for so much. */
  boolean add(Amounts amounts);

  /**
   * While they are shut the process takes nothing, and has to ask; it can still give. Whoever finds
   * nothing idle then knows that all was in use at one moment.
   */
  void shut(boolean isShut);

  /** Whether the process is to use them at all, or to tell of everything that it does. */
  void use(boolean isUsed);

  /**
   * What the process has done by itself.
   *
   * @param taken what it took
   * @param given what it gave back
   */
  record Flow(Amounts taken, Amounts given) {
    /** No process does so much in a moment; one that says so is not counted on. */
    private static final long MOST = 1_000_000;

    boolean isNone() {
      return taken.isNone() && given.isNone();
    }

    /** How often it took. */
    long creations() {
      return objects(taken);
    }

    /** How often it took or gave. */
    long calls() {
      return objects(taken) + objects(given);
    }

    private static long objects(Amounts amounts) {
      return Resource.OBJECTS.stream().mapToLong(kind -> Math.min(MOST, amounts.of(kind))).sum();
    }
  }

  /**
   * What it has done since the last time that this was asked. What {@link #idle} showed to be taken
   * or given before this is asked is in it.
   */
  Flow flow();
}
