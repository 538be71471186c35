// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;

/**
 * Whom a host talks to: a connection that keeps the frames apart and in order. One thread at a time
 * sends, and one receives.
 */
public interface Peer extends AutoCloseable {
  /** The most bytes of a frame; there is at least one. */
  int MOST_BYTES = 1 << 15;

  /** Why one does not go on. */
  enum Why {
    /** The other speaks a version that this one does not know. */
    VERSION,
    /** A frame is none. */
    BAD_FRAME,
    /** A frame comes where another is due. */
    OUT_OF_TURN
  }

  /** What the other end is called among people. */
  String name();

  /**
   * Sends a frame.
   *
   * @throws IOException with a sentence, if that fails; nothing can be sent any more then
   */
  void send(byte[] frame) throws IOException;

  /**
   * Waits for a frame.
   *
   * @throws IOException with a sentence, if none comes within this time, or none any more
   */
  byte[] receive(Duration within) throws IOException;

  /** Tells the other end why this one does not go on, and closes. Never fails. */
  void refuse(Why why, String sentence);

  /** Never fails. */
  @Override
  void close();
}
