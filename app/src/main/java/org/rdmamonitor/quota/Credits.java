// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * Credits of a process: leases that it holds and does not use, in memory that it shares with the
 * collector. The process takes credits and gives them back there without asking; the collector adds
 * some, and recalls them when others need them more. The process can write anything there, so what
 * is read must never be trusted: nothing beyond what the process was granted may follow from it.
 * Safe for any number of threads of both processes.
 */
public interface Credits {
  /** The most of a kind that is granted ahead, or left unused for long. */
  int MOST = 64;

  /** What is not used now. */
  Amounts idle();

  /**
   * Takes back at most this much, in one atomic step for each kind of object.
   *
   * @return what was taken
   */
  Amounts take(Amounts most);

  /** Adds credits for the process to take; false if there is no room for that many. */
  boolean add(Amounts amounts);

  /**
   * While the credits are shut, the process takes nothing, and has to ask; it can still give back.
   * Whoever then finds none unused knows that all were in use at one moment.
   */
  void shut(boolean isShut);

  /** Tells the process whether to use credits at all, or to ask for and report every object. */
  void use(boolean isUsed);

  /**
   * What the process has done without asking.
   *
   * @param taken what it took
   * @param given what it gave back
   */
  record Flow(Amounts taken, Amounts given) {
    /** No process does more than this between two readings; a greater number counts as this. */
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
   * What it has done since the last call. It includes everything that {@link #idle} showed as taken
   * or given before this call.
   */
  Flow flow();
}
