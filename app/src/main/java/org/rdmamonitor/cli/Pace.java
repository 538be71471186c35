// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

/** The passing of time, until the user asks to stop. */
interface Pace extends AutoCloseable {
  /** Now, in nanoseconds; only differences mean anything. */
  long nanos();

  /** Waits for a moment; returns false if the user asks to stop before it, or has asked before. */
  boolean waitUntil(long nanos);

  /** How many seconds of this pace pass in one of real time. */
  default double speed() {
    return 1;
  }

  /** Whether the user has asked, since the last question, to read the configuration again. */
  default boolean isReloadAsked() {
    return false;
  }

  /** To be called when everything is written. */
  @Override
  void close();
}
