// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.CommunicationId;
import org.rdmamonitor.nativelib.verbs.ConnectionEvent;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.EventChannel;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.wire.FreshNumbers;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * Where a server's clients reach it by the connection manager, one for all devices. It is opened
 * when the first client wants it. Requests without the token of a waiting client are rejected. Safe
 * for threads.
 */
public final class ConnectionListener implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final Duration LOOK_ROUND = Duration.ofMillis(250);
  private static final FreshNumbers NUMBERS = new FreshNumbers();

  private final Verbs verbs;
  private final RequestRouter<ConnectionRequest> router =
      new RequestRouter<>(ConnectionListener::reject);
  private @Nullable Open open;
  private boolean closed;

  /** What exists once the listener is open. */
  private record Open(EventChannel channel, CommunicationId listener, Thread thread) {}

  /** A listener that is not open yet; its port will be any free one. */
  public ConnectionListener(Verbs verbs) {
    this.verbs = verbs;
  }

  /**
   * Reserves a seat for a client's requests, until it is closed.
   *
   * @throws SessionException if this host has no connection manager, or it refuses
   */
  RequestRouter<ConnectionRequest>.WaitingClient expect(int lanes) throws SessionException {
    try {
      return router.expect(NUMBERS.connectionService(port()), lanes);
    } catch (VerbsException e) {
      throw new SessionException(RefusalCode.DEVICE, String.valueOf(e.getMessage()), e);
    }
  }

  private synchronized int port() throws SessionException {
    if (closed) {
      throw new SessionException(RefusalCode.SHUTTING_DOWN, "the server is being closed");
    }
    if (open != null && !open.thread.isAlive()) {
      // What broke the listener may be over, for instance if a device was exchanged.
      release(open);
      open = null;
    }
    if (open == null) {
      open = open();
    }
    return open.listener.port();
  }

  private Open open() {
    EventChannel channel = EventChannel.open(verbs);
    try {
      CommunicationId listener = listen(channel);
      Thread thread =
          Thread.ofPlatform()
              .name("connection manager")
              .daemon()
              .unstarted(() -> dispatch(channel));
      thread.start();
      return new Open(channel, listener, thread);
    } catch (VerbsException e) {
      channel.close();
      throw e;
    }
  }

  /** Listens on all addresses of both families; if there is no IPv6, on those of IPv4. */
  private static CommunicationId listen(EventChannel channel) {
    try {
      return channel.listen(wildcard(16), BACKLOG);
    } catch (VerbsException e) {
      return channel.listen(wildcard(4), BACKLOG);
    }
  }

  private static InetSocketAddress wildcard(int bytes) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[bytes]), 0);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private void dispatch(EventChannel channel) {
    while (!Thread.currentThread().isInterrupted()) {
      try {
        channel
            .next(LOOK_ROUND)
            .flatMap(ConnectionEvent::request)
            .ifPresent(request -> router.dispatch(request.privateData(), request));
      } catch (VerbsException e) {
        // Waiting clients time out; the next client makes the listener open again.
        return;
      }
    }
  }

  private static void reject(ConnectionRequest request) {
    try {
      request.close();
    } catch (VerbsException gone) {
      // Then there is nobody to be told.
    }
  }

  private static void release(Open open) {
    open.thread.interrupt();
    boolean interrupted = false;
    while (open.thread.isAlive()) {
      try {
        open.thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    open.listener.close();
    open.channel.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Listens no longer. Clients' sessions must be over. */
  @Override
  public synchronized void close() {
    closed = true;
    Optional.ofNullable(open).ifPresent(ConnectionListener::release);
    open = null;
  }
}
