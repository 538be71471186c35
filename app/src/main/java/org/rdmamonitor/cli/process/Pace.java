// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

/** The passing of time, until the user asks to stop. */
public interface Pace extends AutoCloseable {
  /** Why a wait is over. */
  enum Wake {
    /** The moment has come. */
    DUE,
    /**
     * The user has asked, before the moment, to read the configuration again; each request is
     * reported once.
     */
    RELOAD,
    /** The user has asked to stop before the moment. */
    STOP
  }

  /** Now, in nanoseconds; only differences mean anything. */
  long nanos();

  /**
   * Waits for a moment, or until the user asks for something; returns at once if the user already
   * has.
   */
  Wake await(long nanos);

  /** Waits for a moment; returns false if the user asks to stop before it, or has asked before. */
  default boolean waitUntil(long nanos) {
    Wake wake = await(nanos);
    while (wake == Wake.RELOAD) {
      wake = await(nanos);
    }
    return wake == Wake.DUE;
  }

  /** How many seconds of this pace pass in one second of real time. */
  default double speed() {
    return 1;
  }

  /** To be called when everything has been written. */
  @Override
  void close();
}
