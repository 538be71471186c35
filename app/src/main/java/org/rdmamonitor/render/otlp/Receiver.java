// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Duration;
import java.util.Optional;

/** The receiver of observations, on the network. */
interface Receiver extends AutoCloseable {
  /** The result of a request. */
  sealed interface Answer {}

  /**
   * The receiver has the request.
   *
   * @param rejected how many log records it rejected
   * @param message why, or what else it says; may be empty
   */
  record Taken(long rejected, String message) implements Answer {}

  /** The receiver will never accept it. */
  record Refused(String reason) implements Answer {}

  /** There was no answer: the receiver may have the request, or not. */
  record Silent(String reason) implements Answer {}

  /**
   * The receiver does not have it, and may take it later.
   *
   * @param after how long the receiver asks to be left alone, if it does
   */
  record Unavailable(String reason, Optional<Duration> after) implements Answer {}

  /** Sends a request, and waits for the answer no longer than a bound. */
  Answer send(byte[] request) throws InterruptedException;

  /** Ends it, and a request under way; does not wait. */
  @Override
  void close();
}
