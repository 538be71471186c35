// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.rdmamonitor.nativelib.verbs.CommunicationId;
import org.rdmamonitor.nativelib.verbs.ConnectionEvent;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.EventChannel;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * One client's identifiers at the connection manager, and the events about them, within one common
 * time limit. Closing it ends their connections. One thread, virtual or not, may use it at a time.
 */
final class ManagerEvents implements AutoCloseable {
  /** Shorter than a message of the protocol may take. */
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration FIRST_LOOK = Duration.ofMillis(100);
  private static final Duration PAUSE = Duration.ofMillis(1);

  private final EventChannel channel;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final long end = System.nanoTime() + PATIENCE.toNanos();

  /**
   * Begins without identifiers; the time starts to run.
   *
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  ManagerEvents(Verbs verbs) {
    this.channel = keep(EventChannel.open(verbs));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    open.push(resource);
    return resource;
  }

  /** The time that is left, from zero. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /**
   * An identifier for an address, bound to the device that leads there. The kernel waits for the
   * other end's hardware address, but may miss its arrival, which within a host comes at once; then
   * it looks again only when the time is over. So the first time limits are short.
   */
  CommunicationId resolve(Optional<InetSocketAddress> from, InetSocketAddress to, int scope)
      throws SessionException, InterruptedException {
    Duration time = FIRST_LOOK;
    while (true) {
      CommunicationId id = keep(channel.identifier());
      id.resolveAddress(from, to, scope, time);
      ConnectionEvent event = next(ConnectionEvent.Type.ADDRESS_RESOLVED);
      if (event.type() == ConnectionEvent.Type.ADDRESS_RESOLVED) {
        return id;
      }
      time = time.multipliedBy(2);
      if (!event.isTimeout() || left().compareTo(time) < 0) {
        throw failed(event);
      }
      id.close();
    }
  }

  /** Takes over a request's identifier; its events come here from now on. */
  CommunicationId take(ConnectionRequest request) {
    return keep(request.moveTo(channel));
  }

  /**
   * Waits, without occupying a carrier thread, for the event that is due.
   *
   * @throws SessionException if another event means failure, or time runs out
   */
  ConnectionEvent await(ConnectionEvent.Type due) throws SessionException, InterruptedException {
    ConnectionEvent event = next(due);
    if (event.type() != due) {
      throw failed(event);
    }
    return event;
  }

  /** The event that is due, or one that means failure. */
  private ConnectionEvent next(ConnectionEvent.Type due)
      throws SessionException, InterruptedException {
    while (true) {
      Optional<ConnectionEvent> next = channel.next(Duration.ZERO);
      if (next.isPresent() && (next.get().type() == due || next.get().type().isEnd())) {
        return next.get();
      }
      if (left().isZero()) {
        throw tooLate("the other end's answer is missing");
      }
      if (next.isEmpty()) {
        Thread.sleep(PAUSE);
      }
    }
  }

  private static SessionException failed(ConnectionEvent event) {
    return new SessionException(RefusalCode.DEVICE, "connection manager: " + event.meaning());
  }

  /** The exception for when no time is left. */
  static SessionException tooLate(String what) {
    return new SessionException(
        RefusalCode.TIMED_OUT,
        "the connection manager had connected not all within %d s: %s"
            .formatted(PATIENCE.toSeconds(), what));
  }

  /** Ends the connections, whatever fails on the way. */
  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception gone) {
        // The identifier is gone with its device; the connection manager forgets the rest by
        // itself.
      }
    }
  }
}
