// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.CommunicationId;
import org.rdmamonitor.nativelib.verbs.CommunicationId.DevicePort;
import org.rdmamonitor.nativelib.verbs.ConnectionEvent;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.ConnectionTerms;
import org.rdmamonitor.nativelib.verbs.EventChannel;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.wire.ConnectionService;
import org.rdmamonitor.secure.wire.Port;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * The connections of one client's lanes, made by the connection manager. Closing it ends them. For
 * use by one thread at a time, virtual or not.
 */
final class ManagedConnections implements AutoCloseable {
  /** All lanes have to be connected within this time, which is less than a message may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final Duration PAUSE = Duration.ofMillis(1);

  private final Verbs verbs;
  private final Endpoint endpoint;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private long end;

  /** None yet. */
  ManagedConnections(Verbs verbs, Endpoint endpoint) {
    this.verbs = verbs;
    this.endpoint = endpoint;
  }

  private EventChannel begin() {
    end = System.nanoTime() + PATIENCE.toNanos();
    return keep(EventChannel.open(verbs));
  }

  private <T extends AutoCloseable> T keep(T resource) {
    open.push(resource);
    return resource;
  }

  /**
   * The client's part: asks for a connection of each lane.
   *
   * @param server where the server listens; with InfiniBand, {@code tls} is
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  void connect(ConnectionService service, Port server, InetAddress tls)
      throws SessionException, InterruptedException {
    EventChannel channel = begin();
    boolean ethernet = endpoint.attachment().port().linkLayer() == LinkLayer.ETHERNET;
    InetAddress to = ethernet ? address(server.gid().bytes()) : tls;
    Optional<InetSocketAddress> from =
        ethernet
            ? Optional.of(
                new InetSocketAddress(address(endpoint.attachment().gid().gid().bytes()), 0))
            : Optional.empty();
    for (int lane = 0; lane < endpoint.lanes(); lane++) {
      connect(channel, service, lane, from, new InetSocketAddress(to, service.port()));
    }
  }

  private void connect(
      EventChannel channel,
      ConnectionService service,
      int lane,
      Optional<InetSocketAddress> from,
      InetSocketAddress to)
      throws SessionException, InterruptedException {
    QueuePair pair = endpoint.queuePair(lane);
    ConnectionTerms terms = endpoint.terms();
    CommunicationId id = keep(channel.identifier());
    id.resolveAddress(from, to, endpoint.attachment().gid().netdev(), PATIENCE);
    await(channel, ConnectionEvent.Type.ADDRESS_RESOLVED);
    checkDevice(id);
    id.resolveRoute(PATIENCE);
    await(channel, ConnectionEvent.Type.ROUTE_RESOLVED);
    id.initialize(pair, terms);
    id.connect(pair, terms, Greeting.of(service, lane));
    ConnectionEvent answer = await(channel, ConnectionEvent.Type.ANSWERED);
    id.ready(pair, terms.within(answer.readsServed(), answer.readsAsked()));
    id.establish();
    endpoint.bind(lane);
  }

  /**
   * The server's part: accepts one connection for each lane.
   *
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  void accept(Lobby<ConnectionRequest>.Seat seat) throws SessionException, InterruptedException {
    EventChannel channel = begin();
    Set<Integer> connected = new HashSet<>();
    while (connected.size() < endpoint.lanes()) {
      Optional<Lobby.Arrival<ConnectionRequest>> arrival =
          seat.take(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
      if (arrival.isEmpty()) {
        throw tooLate(
            "%d of %d queue pairs were asked to be connected"
                .formatted(connected.size(), endpoint.lanes()));
      }
      accept(channel, arrival.get().lane(), arrival.get().request());
      connected.add(arrival.get().lane());
    }
  }

  private void accept(EventChannel channel, int lane, ConnectionRequest request)
      throws SessionException, InterruptedException {
    try (request) {
      ConnectionTerms terms = endpoint.terms().within(request.readsServed(), request.readsAsked());
      QueuePair pair = endpoint.queuePair(lane);
      CommunicationId id = keep(request.moveTo(channel));
      checkDevice(id);
      id.initialize(pair, terms);
      id.ready(pair, terms);
      id.accept(pair, terms);
      await(channel, ConnectionEvent.Type.ESTABLISHED);
      endpoint.bind(lane);
    }
  }

  /** Queue pairs of one device cannot be connected through another. */
  private void checkDevice(CommunicationId id) throws SessionException {
    DevicePort own =
        new DevicePort(
            endpoint.attachment().context().device(), endpoint.attachment().port().number());
    Optional<DevicePort> found = id.device();
    if (!found.equals(Optional.of(own))) {
      throw new SessionException(
          RefusalCode.DEVICE,
          "the connection manager comes by %s, where %s is used; connect to an address of it"
              .formatted(found.map(DevicePort::toString).orElse("no device"), own));
    }
  }

  /** Waits without holding a carrier thread. */
  private ConnectionEvent await(EventChannel channel, ConnectionEvent.Type due)
      throws SessionException, InterruptedException {
    while (true) {
      Optional<ConnectionEvent> next = channel.next(Duration.ZERO);
      if (next.isPresent() && next.get().type() == due) {
        return next.get();
      }
      if (next.isPresent() && next.get().type().isEnd()) {
        throw new SessionException(
            RefusalCode.DEVICE, "connection manager: " + next.get().meaning());
      }
      if (System.nanoTime() - end > 0) {
        throw tooLate("the other end's answer is missing");
      }
      if (next.isEmpty()) {
        Thread.sleep(PAUSE);
      }
    }
  }

  private static SessionException tooLate(String what) {
    return new SessionException(
        RefusalCode.TIMED_OUT,
        "the connection manager had connected not all within %d s: %s"
            .formatted(PATIENCE.toSeconds(), what));
  }

  private static InetAddress address(byte[] gid) {
    try {
      return InetAddress.getByAddress(gid);
    } catch (UnknownHostException wrongLength) {
      throw new IllegalStateException(wrongLength);
    }
  }

  /** Ends the connections, whatever fails on the way. */
  @Override
  public void close() {
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception gone) {
        // With its device; the connection manager itself forgets the rest.
      }
    }
  }
}
