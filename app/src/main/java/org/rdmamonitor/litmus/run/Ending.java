// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/** How an iteration ended. */
public enum Ending {
  /** All threads came to their end. */
  THROUGH,
  /** A thread waits for something that never comes. */
  HANGS,
  /** A thread gave up waiting for something that came later; the iteration does not count. */
  ABANDONED;

  /** How an iteration ended of which two parts ended so. */
  public Ending and(Ending other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
