// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.IOException;
import java.time.Duration;

/**
 * A connection to another host, which keeps frames apart and in order. One thread may send while
 * another receives.
 */
public interface Peer extends AutoCloseable {
  /** The most bytes of a frame; it has at least one. */
  int MOST_BYTES = 1 << 15;

  /** Why this end refuses to go on. */
  enum Why {
    /** The other end speaks a version that this one does not know. */
    VERSION,
    /** The bytes are no frame. */
    BAD_FRAME,
    /** A frame comes where another is due. */
    OUT_OF_TURN
  }

  /** The other end's name in messages. */
  String name();

  /**
   * Sends a frame.
   *
   * @throws IOException with a sentence, if that fails; then nothing can be sent any more
   */
  void send(byte[] frame) throws IOException;

  /**
   * Waits for a frame.
   *
   * @throws IOException with a sentence, if none comes within this time, or none can come any more
   */
  byte[] receive(Duration within) throws IOException;

  /** Tells the other end why this one refuses to go on, and closes the connection. Never fails. */
  void refuse(Why why, String sentence);

  /** Closes the connection. Never fails. */
  @Override
  void close();
}
