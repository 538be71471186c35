// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rdmamonitor.secure.wire.ConnectionService;

/**
 * Gives connection requests to the client whose token they carry: one for each of its lanes, while
 * it waits. Safe for threads.
 *
 * @param <R> a request
 */
final class RequestRouter<R> {
  private final List<WaitingClient> waiting = new CopyOnWriteArrayList<>();
  private final Consumer<R> reject;

  /** Begins without clients; {@code reject} gets the requests that nobody waits for. */
  RequestRouter(Consumer<R> reject) {
    this.reject = reject;
  }

  /** A client that waits, until it is closed. */
  final class WaitingClient implements AutoCloseable {
    private final ConnectionService service;
    private final int lanes;
    private final BitSet seen = new BitSet();
    private final BlockingQueue<Arrival<R>> arrivals = new LinkedBlockingQueue<>();
    private boolean closed;

    private WaitingClient(ConnectionService service, int lanes) {
      this.service = service;
      this.lanes = lanes;
    }

    /** The service whose token its requests have to carry. */
    ConnectionService service() {
      return service;
    }

    /** The next request, to be accepted or rejected by the caller; empty if none came in time. */
    Optional<Arrival<R>> take(Duration time) throws InterruptedException {
      return Optional.ofNullable(arrivals.poll(time.toNanos(), TimeUnit.NANOSECONDS));
    }

    private synchronized boolean offer(int lane, R request) {
      if (closed || lane >= lanes || seen.get(lane)) {
        return false;
      }
      seen.set(lane);
      return arrivals.add(new Arrival<>(lane, request));
    }

    /** Stops waiting; rejects requests that have come and were not taken. */
    @Override
    public void close() {
      waiting.remove(this);
      synchronized (this) {
        closed = true;
      }
      arrivals.forEach(arrival -> reject.accept(arrival.request()));
      arrivals.clear();
    }
  }

  /** A request for one of the lanes. */
  record Arrival<R>(int lane, R request) {}

  /** A client that waits for so many requests with the token of its service. */
  WaitingClient expect(ConnectionService service, int lanes) {
    WaitingClient client = new WaitingClient(service, lanes);
    waiting.add(client);
    return client;
  }

  /** Gives a request to the client that it belongs to; rejects it if nobody waits for it. */
  void dispatch(byte[] privateData, R request) {
    boolean taken = false;
    // All are compared, whichever it is.
    for (WaitingClient client : waiting) {
      OptionalInt lane = Greeting.lane(client.service, privateData);
      if (lane.isPresent()) {
        taken |= client.offer(lane.getAsInt(), request);
      }
    }
    if (!taken) {
      reject.accept(request);
    }
  }
}
