// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

/** How an iteration ended. */
public enum Ending {
  /** All threads went through. */
  THROUGH,
  /** One waited for what never comes. */
  HANGS,
  /** One gave up to wait for what came later; it does not count. */
  ABANDONED;

  /** Of two parts of an iteration, that of the whole. */
  public Ending and(Ending other) {
    return compareTo(other) >= 0 ? this : other;
  }
}
