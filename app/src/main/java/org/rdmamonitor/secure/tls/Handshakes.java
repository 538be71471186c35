// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The unfinished handshakes, oldest first. One that takes long is most likely not going to end, so
 * that the oldest gives way to a new one where there are too many. Safe for threads.
 */
final class Handshakes implements AutoCloseable {
  private final int most;
  private final Set<Handshake> unfinished = new LinkedHashSet<>();
  private boolean isClosed;

  /** An unfinished handshake; closing it means that it is finished, well or not. */
  final class Handshake implements AutoCloseable {
    private final HeldSocket socket;
    private volatile boolean gaveWay;

    private Handshake(HeldSocket socket) {
      this.socket = socket;
    }

    HeldSocket socket() {
      return socket;
    }

    /** Whether it was ended for another's sake. */
    boolean hasGivenWay() {
      return gaveWay;
    }

    @Override
    public void close() {
      end(this);
    }
  }

  Handshakes(int most) {
    this.most = most;
  }

  Handshake begin(HeldSocket socket) {
    Handshake result = new Handshake(socket);
    List<Handshake> leaving;
    synchronized (unfinished) {
      unfinished.add(result);
      leaving =
          unfinished.stream()
              .limit(isClosed ? unfinished.size() : Math.max(0, unfinished.size() - most))
              .toList();
      leaving.forEach(unfinished::remove);
    }
    leaving.forEach(handshake -> {
      handshake.gaveWay = true;
      close(handshake.socket);
    });
    return result;
  }

  private void end(Handshake handshake) {
    synchronized (unfinished) {
      unfinished.remove(handshake);
    }
  }

  int size() {
    synchronized (unfinished) {
      return unfinished.size();
    }
  }

  /** Ends all. */
  @Override
  public void close() {
    List<Handshake> leaving;
    synchronized (unfinished) {
      isClosed = true;
      leaving = List.copyOf(unfinished);
    }
    leaving.forEach(handshake -> close(handshake.socket));
  }

  private static void close(HeldSocket socket) {
    try {
      socket.abort();
    } catch (IOException e) {
      // It is gone all the same.
    }
  }
}
