// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

/** The passing of time, until the user asks to stop. */
public interface Pace extends AutoCloseable {
  /** Why a wait is over. */
  enum Wake {
    /** The moment has come. */
    DUE,
    /** Before it the user has asked to read the configuration again; told once. */
    RELOAD,
    /** Before it the user has asked to stop. */
    STOP
  }

  /** Now, in nanoseconds; only differences mean anything. */
  long nanos();

  /** Waits for a moment, and for what the user may ask before it, or has asked already. */
  Wake await(long nanos);

  /** Waits for a moment; returns false if the user asks to stop before it, or has asked before. */
  default boolean waitUntil(long nanos) {
    Wake wake = await(nanos);
    while (wake == Wake.RELOAD) {
      wake = await(nanos);
    }
    return wake == Wake.DUE;
  }

  /** How many seconds of this pace pass in one of real time. */
  default double speed() {
    return 1;
  }

  /** To be called when everything is written. */
  @Override
  void close();
}
