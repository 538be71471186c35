// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Serves pages over HTTP/1, with TLS and passwords if so configured. Each connection has a platform
 * thread of its own, so that the operating system divides the processors fairly between
 * connections, whatever a client makes its thread do. Each step of a connection has a deadline, at
 * which the connection is closed, whatever it waits for. There are never more connections than
 * {@link Limits} allows: a new one takes the place of another.
 */
public final class WebServer implements AutoCloseable {
  private static final int BACKLOG = 128;

  /** Stack size of a connection's thread: more than a handshake or an answer needs. */
  private static final long STACK_BYTES = 512 << 10;

  /**
   * In nanoseconds: how long to wait after a connection could not be accepted, which happens for
   * lack of file descriptors.
   */
  private static final long PAUSE = 50_000_000;

  /** So many connections of one address count as one. */
  private static final int FEW = 4;

  private final ServerSocket listening;
  private final Gate gate;
  private final Limits limits;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor deadlines;

  /** Answers requests; called on the threads of connections. */
  @FunctionalInterface
  public interface Handler {
    Response answer(Request request) throws IOException;
  }

  private WebServer(ServerSocket listening, Gate gate, Limits limits) {
    this.listening = listening;
    this.gate = gate;
    this.limits = limits;
    this.deadlines =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("web-deadlines").factory());
    deadlines.setRemoveOnCancelPolicy(true);
  }

  /**
   * Starts serving.
   *
   * @throws IOException if it cannot listen on the address
   */
  public static WebServer start(
      InetSocketAddress address, LiveWebConfig config, Limits limits, Handler handler)
      throws IOException {
    // Otherwise a TLS 1.2 client could demand handshakes over one connection without end.
    if (System.getProperty("jdk.tls.rejectClientInitiatedRenegotiation") == null) {
      System.setProperty("jdk.tls.rejectClientInitiatedRenegotiation", "true");
    }
    ServerSocket listening = new ServerSocket();
    try {
      listening.setReuseAddress(true);
      listening.bind(address, BACKLOG);
    } catch (IOException e) {
      listening.close();
      throw e;
    }
    WebServer server = new WebServer(listening, new Gate(config, handler), limits);
    Thread.ofPlatform().daemon().name("web-accept").start(server::accept);
    return server;
  }

  /** The address it listens on, with the port that was picked if 0 was asked for. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  /** How many connections are open. */
  int connections() {
    return connections.size();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        welcome(listening.accept());
      } catch (IOException | OutOfMemoryError e) {
        // There are no file descriptors, threads or memory left; other connections will free some
        // at their deadlines.
        LockSupport.parkNanos(PAUSE);
      }
    }
  }

  private void welcome(Socket socket) throws IOException {
    Connection connection = new Connection(socket, gate, limits, deadlines, connections::remove);
    connections.add(connection);
    while (connections.size() > limits.connections() && giveWay(connection)) {
      // Each turn closes one connection.
    }
    try {
      socket.setTcpNoDelay(true);
      Thread.ofPlatform().daemon().name("web-connection").stackSize(STACK_BYTES).start(connection);
    } catch (IOException | OutOfMemoryError e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Closes the connection that can be spared best; false if the newcomer is the only one. Of new,
   * idle and busy ones it takes from whichever are most, so that no kind, however many come, drives
   * out the others.
   */
  private boolean giveWay(Connection newcomer) {
    Map<Origin, Integer> shares = new HashMap<>();
    connections.forEach(one -> shares.merge(one.origin(), 1, Integer::sum));
    int most = Math.max(FEW, Collections.max(shares.values()));
    Map<Connection.Step, List<Connection>> greediest =
        connections.stream()
            .filter(one -> one != newcomer)
            .filter(one -> Math.max(FEW, shares.getOrDefault(one.origin(), 0)) == most)
            .collect(
                Collectors.groupingBy(
                    Connection::step,
                    () -> new EnumMap<>(Connection.Step.class),
                    Collectors.toList()));
    Optional<Connection> spared =
        greediest.values().stream()
            .max(Comparator.comparingInt(List::size))
            .flatMap(alike ->
                alike.stream()
                    .min(Comparator.comparing(Connection::since, (a, b) -> Long.signum(a - b))));
    spared.ifPresent(Connection::close);
    return spared.isPresent();
  }

  /** Stops serving, and closes all connections. */
  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      // Then it is closed already.
    }
    connections.forEach(Connection::close);
    deadlines.shutdownNow();
    gate.close();
  }
}
