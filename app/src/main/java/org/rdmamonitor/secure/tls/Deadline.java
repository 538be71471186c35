// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Closes a socket that somebody waits on, unless the work is finished in time. Unlike the socket's
 * own timeout, this also ends waiting for bytes that come one by one, and for a peer that does not
 * read.
 */
final class Deadline implements AutoCloseable {
  private enum State {
    RUNNING,
    FINISHED,
    EXPIRED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.RUNNING);
  private final Thread timer;

  private Deadline(Closeable socket, Duration timeout) {
    this.timer = Thread.ofVirtual().name("deadline").unstarted(() -> run(socket, timeout));
  }

  static Deadline closing(Closeable socket, Duration timeout) {
    Deadline result = new Deadline(socket, timeout);
    result.timer.start();
    return result;
  }

  private void run(Closeable socket, Duration timeout) {
    try {
      Thread.sleep(timeout);
      if (state.compareAndSet(State.RUNNING, State.EXPIRED)) {
        socket.close();
      }
    } catch (InterruptedException | IOException e) {
      // It was finished in time, or is closed already.
    }
  }

  /** Whether the time has run out. */
  boolean isExpired() {
    return state.get() == State.EXPIRED;
  }

  @Override
  public void close() {
    if (state.compareAndSet(State.RUNNING, State.FINISHED)) {
      timer.interrupt();
    }
  }
}
