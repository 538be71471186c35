// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

/** The passing of time, until the user asks to stop. */
interface Pace extends AutoCloseable {
  /** Now, in nanoseconds; only differences mean anything. */
  long nanos();

  /** Waits for a moment; returns false if the user asks to stop before it, or has asked before. */
  boolean waitUntil(long nanos);

  /** To be called when everything is written. */
  @Override
  void close();
}
