// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.Forewarning;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * What devices and the connection manager reported about queue pairs, until these end. A report
 * about a port counts for queue pairs that end soon after it. Safe for use by several threads.
 */
final class Forewarnings {
  /** How many queue pairs and ports are kept; the least recently used is forgotten first. */
  static final int MOST = 4096;

  /** Connections give up when their retries have timed out: within seconds, at most minutes. */
  static final Duration PORT_MATTERS = Duration.ofMinutes(1);

  /** A queue pair by its number, or a port by its number; 0 stands for the whole device. */
  private record Name(int device, int number) {}

  private final Map<Name, AsyncEvent> pairs = new BoundedMap<>(MOST);
  private final Map<Name, AsyncEvent> ports = new BoundedMap<>(MOST);

  /** An event was reported. Only the last one of a queue pair, or of a port, counts. */
  synchronized void add(AsyncEvent event) {
    switch (event.subject()) {
      case AsyncEvent.Port port when event.isTrouble() ->
          ports.put(new Name(event.device(), port.port().orElse(0)), event);
      case AsyncEvent.Resource resource
          when event.isTrouble() && resource.type().equals(Optional.of(ResourceType.QP)) ->
          add(event, resource.id());
      case AsyncEvent.Connection connection when event.isTrouble() || isDisconnection(event) ->
          add(event, connection.qpn());
      case AsyncEvent.Port _,
          AsyncEvent.Resource _,
          AsyncEvent.Connection _,
          AsyncEvent.Transition _,
          AsyncEvent.Completion _ -> {
        // These announce nothing; and bad completions are believed only about a process's own queue
        // pairs.
      }
    }
  }

  private static boolean isDisconnection(AsyncEvent event) {
    return event.type().equals(Optional.of(AsyncEventType.DISCONNECTED));
  }

  private void add(AsyncEvent event, OptionalInt qpn) {
    if (qpn.isPresent()) {
      pairs.put(new Name(event.device(), qpn.getAsInt()), event);
    }
  }

  /**
   * A queue pair is made, or connected anew: earlier reports under this number are about another
   * one.
   */
  synchronized void begin(int device, int qpn) {
    pairs.remove(new Name(device, qpn));
  }

  /**
   * What was reported about a queue pair that ends, or about its port; it is forgotten then.
   *
   * @param port empty if it is not known
   */
  synchronized Optional<Forewarning> take(int device, int qpn, OptionalInt port, Instant end) {
    AsyncEvent own = pairs.remove(new Name(device, qpn));
    return Optional.ofNullable(own)
        .or(() -> port.isEmpty() ? Optional.empty() : of(new Name(device, port.getAsInt()), end))
        .or(() -> of(new Name(device, 0), end))
        .map(event -> forewarning(event, end));
  }

  private Optional<AsyncEvent> of(Name port, Instant end) {
    return Optional.ofNullable(ports.get(port))
        .filter(event -> !event.time().plus(PORT_MATTERS).isBefore(end));
  }

  private static Forewarning forewarning(AsyncEvent event, Instant end) {
    Duration before = Duration.between(event.time(), end);
    return new Forewarning(
        event.source(),
        event.number(),
        event.subject() instanceof AsyncEvent.Connection connection ? connection.status() : 0,
        before.isNegative() ? Duration.ZERO : before);
  }
}
