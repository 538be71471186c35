// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.LockSupport;

/**
 * Serves pages over HTTP/1, by TLS and to users with passwords if so configured. Each connection
 * has a thread, of the operating system's, among which it divides processors fairly, whatever a
 * client makes its own do; and a deadline for each step, at which it is closed, whatever it waits
 * for. There are never more of them than {@link Limits} has: a newcomer takes the place of another.
 */
public final class WebServer implements AutoCloseable {
  private static final int BACKLOG = 128;

  /** For a newcomer's handshake and answer; more than either needs. */
  private static final long STACK_BYTES = 512 << 10;

  /** In nanoseconds, after a newcomer could not be let in, which is for want of descriptors. */
  private static final long PAUSE = 50_000_000;

  private final ServerSocket listening;
  private final Gate gate;
  private final Limits limits;
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor deadlines;

  /** Answers requests, on the threads of connections. */
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
   * Serves from now on.
   *
   * @throws IOException if the address cannot be listened on
   */
  public static WebServer start(
      InetSocketAddress address, LiveWebConfig config, Limits limits, Handler handler)
      throws IOException {
    // A client could have handshakes made for ever over one connection of TLS 1.2.
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

  /** Where it listens, with the port that was picked if 0 was asked for. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  /** How many connections there are. */
  int connections() {
    return connections.size();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        welcome(listening.accept());
      } catch (IOException | OutOfMemoryError e) {
        // Out of descriptors, threads or memory; others end by their deadlines.
        LockSupport.parkNanos(PAUSE);
      }
    }
  }

  private void welcome(Socket socket) throws IOException {
    Connection connection = new Connection(socket, gate, limits, deadlines, connections::remove);
    connections.add(connection);
    while (connections.size() > limits.connections() && giveWay(connection)) {
      // One more.
    }
    try {
      socket.setTcpNoDelay(true);
      Thread.ofPlatform().daemon().name("web-connection").stackSize(STACK_BYTES).start(connection);
    } catch (IOException | OutOfMemoryError e) {
      connection.close();
      throw e;
    }
  }

  /** Closes the connection that can be spared best; false if there is none but the newcomer. */
  private boolean giveWay(Connection newcomer) {
    Map<InetAddress, Integer> shares = new HashMap<>();
    connections.forEach(connection -> shares.merge(connection.address(), 1, Integer::sum));
    Comparator<Connection> worth =
        Comparator.<Connection>comparingInt(one -> -shares.getOrDefault(one.address(), 0))
            .thenComparing(Connection::step)
            .thenComparing(Connection::since, (a, b) -> Long.signum(a - b));
    return connections.stream()
        .filter(one -> one != newcomer)
        .min(worth)
        .map(one -> {
          one.close();
          return true;
        })
        .orElse(false);
  }

  /** Ends it, with all connections. */
  @Override
  public void close() {
    try {
      listening.close();
    } catch (IOException e) {
      // Then it is closed.
    }
    connections.forEach(Connection::close);
    deadlines.shutdownNow();
    gate.close();
  }
}
