// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.verbs.CommunicationId;
import org.rdmamonitor.nativelib.verbs.CommunicationId.DevicePort;
import org.rdmamonitor.nativelib.verbs.ConnectionEvent;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.ConnectionTerms;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * The connections of one client's lanes, made by the connection manager. Closing it ends them. One
 * thread, virtual or not, may use it at a time.
 */
final class ManagedConnections implements AutoCloseable {
  private final Verbs verbs;
  private final Endpoint endpoint;
  private @Nullable ManagerEvents open;

  /** None yet. */
  ManagedConnections(Verbs verbs, Endpoint endpoint) {
    this.verbs = verbs;
    this.endpoint = endpoint;
  }

  private ManagerEvents begin() {
    ManagerEvents events = new ManagerEvents(verbs);
    open = events;
    return events;
  }

  /**
   * The client's part: asks for a connection of each lane.
   *
   * @param from the own address; if left out, what the routing tables say
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  void connect(ConnectionRoute route, Optional<InetSocketAddress> from)
      throws SessionException, InterruptedException {
    ManagerEvents events = begin();
    for (int lane = 0; lane < endpoint.lanes(); lane++) {
      CommunicationId id = events.resolve(from, route.to(), endpoint.attachment().gid().netdev());
      checkDevice(id);
      connect(events, id, lane, route);
    }
  }

  private void connect(ManagerEvents events, CommunicationId id, int lane, ConnectionRoute route)
      throws SessionException, InterruptedException {
    QueuePair pair = endpoint.queuePair(lane);
    ConnectionTerms terms = endpoint.terms();
    id.resolveRoute(ManagerEvents.PATIENCE);
    events.await(ConnectionEvent.Type.ROUTE_RESOLVED);
    id.initialize(pair, terms);
    id.connect(pair, terms, Greeting.of(route.service(), lane));
    ConnectionEvent answer = events.await(ConnectionEvent.Type.ANSWERED);
    id.ready(pair, terms.within(answer.readsServed(), answer.readsAsked()));
    id.establish();
    endpoint.bind(lane);
  }

  /**
   * The server's part: accepts one connection for each lane.
   *
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  void accept(RequestRouter<ConnectionRequest>.WaitingClient client)
      throws SessionException, InterruptedException {
    ManagerEvents events = begin();
    Set<Integer> connected = new HashSet<>();
    while (connected.size() < endpoint.lanes()) {
      Optional<RequestRouter.Arrival<ConnectionRequest>> arrival = client.take(events.left());
      if (arrival.isEmpty()) {
        throw ManagerEvents.tooLate(
            "%d of %d queue pairs were asked to be connected"
                .formatted(connected.size(), endpoint.lanes()));
      }
      accept(events, arrival.get().lane(), arrival.get().request());
      connected.add(arrival.get().lane());
    }
  }

  private void accept(ManagerEvents events, int lane, ConnectionRequest request)
      throws SessionException, InterruptedException {
    try (request) {
      ConnectionTerms terms = endpoint.terms().within(request.readsServed(), request.readsAsked());
      QueuePair pair = endpoint.queuePair(lane);
      CommunicationId id = events.take(request);
      checkDevice(id);
      id.initialize(pair, terms);
      id.ready(pair, terms);
      id.accept(pair, terms);
      events.await(ConnectionEvent.Type.ESTABLISHED);
      endpoint.bind(lane);
    }
  }

  /** A queue pair of one device cannot be connected through another device. */
  private void checkDevice(CommunicationId id) throws SessionException {
    DevicePort own =
        new DevicePort(endpoint.attachment().device(), endpoint.attachment().port().number());
    Optional<DevicePort> found = id.device();
    if (!found.equals(Optional.of(own))) {
      throw new SessionException(
          RefusalCode.DEVICE,
          "the connection manager comes by %s, where %s is used; connect to an address of it"
              .formatted(found.map(DevicePort::toString).orElse("no device"), own));
    }
  }

  /** Ends the connections, even if something fails on the way. */
  @Override
  public void close() {
    if (open != null) {
      open.close();
    }
  }
}
