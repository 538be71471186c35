// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Duration;
import java.util.Optional;

/** What takes the observations, over the network. */
interface Receiver extends AutoCloseable {
  /** What came of a request. */
  sealed interface Answer {}

  /**
   * The receiver has it.
   *
   * @param rejected log records that it would not have
   * @param message why, or what it says otherwise; may be empty
   */
  record Taken(long rejected, String message) implements Answer {}

  /** The receiver will never have it. */
  record Refused(String reason) implements Answer {}

  /**
   * It may go another time.
   *
   * @param after how long the receiver asks not to be bothered, if it does
   */
  record Unavailable(String reason, Optional<Duration> after) implements Answer {}

  /** Sends a request, and waits for the answer no longer than a bound. */
  Answer send(byte[] request) throws InterruptedException;

  /** Ends it, and a request under way; does not wait. */
  @Override
  void close();
}
