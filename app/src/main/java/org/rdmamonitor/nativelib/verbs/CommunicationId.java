// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_cm_param;
import org.rdmamonitor.nativelib.generated.rv_cm_qp;
import org.rdmamonitor.nativelib.generated.rv_name;

/**
 * One end of a connection, or a listener, at the connection manager. None of its methods waits for
 * the other end: events of its {@link EventChannel} report the results. Closing it ends the
 * connection, but not the queue pair. For use by one thread at a time.
 */
public final class CommunicationId extends Resource {
  /** The private data that a request to connect can have, in bytes. */
  public static final int MOST_PRIVATE_DATA = 56;

  private static final int MIN_RNR_TIMER = 12;
  private static final int TIMEOUT = 14;
  private static final int RETRIES = 7;

  CommunicationId(EventChannel channel, long address) {
    super("identifier of the connection manager", address, channel);
  }

  /** The port that it listens on; 0 if it has none. */
  public int port() {
    return RdmaVerbs.rv_cm_port(struct());
  }

  /** A device and its port. */
  public record DevicePort(String device, int port) {
    /** {@code rxe0, port 1}. */
    @Override
    public String toString() {
      return device + ", port " + port;
    }
  }

  /** The device and port that the address has led to; empty before, and of a wildcard listener. */
  public Optional<DevicePort> device() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = rv_name.allocate(arena);
      int port = RdmaVerbs.rv_cm_device(struct(), name);
      if (port == -LibC.ENODEV()) {
        return Optional.empty();
      }
      VerbsException.check("ask for the device of " + this, Math.min(port, 0));
      return Optional.of(new DevicePort(name.getString(0), port));
    }
  }

  /**
   * Looks up the device and the other end's hardware address. Results: ADDRESS_RESOLVED or
   * ADDRESS_FAILED.
   *
   * @param source this end's address; if left out, the routing tables choose it
   * @param scope index of the interface of link-local addresses
   */
  public void resolveAddress(
      Optional<InetSocketAddress> source, InetSocketAddress to, int scope, Duration time) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from =
          source
              .map(address -> SocketAddresses.write(arena, address, scope))
              .orElse(MemorySegment.NULL);
      VerbsException.check(
          "resolve " + to.getAddress().getHostAddress(),
          RdmaVerbs.rv_cm_resolve_address(
              struct(), from, SocketAddresses.write(arena, to, scope), millis(time)));
    }
  }

  /** Looks up the path to the resolved address. Results: ROUTE_RESOLVED or ROUTE_FAILED. */
  public void resolveRoute(Duration time) {
    VerbsException.check("resolve a route", RdmaVerbs.rv_cm_resolve_route(struct(), millis(time)));
  }

  private static int millis(Duration time) {
    return Math.clamp(time.toMillis(), 1, Integer.MAX_VALUE);
  }

  /**
   * Takes a queue pair (RC) to INIT, once the device is known; with the same timeouts and retries
   * as {@link Connection#of}.
   */
  public void initialize(QueuePair pair, ConnectionTerms terms) {
    modify(pair, RdmaVerbs.IBV_QPS_INIT(), "INIT", terms);
  }

  /** Takes it from INIT to RTR and RTS, when a request or an answer has come. */
  public void ready(QueuePair pair, ConnectionTerms terms) {
    modify(pair, RdmaVerbs.IBV_QPS_RTR(), "RTR", terms);
    modify(pair, RdmaVerbs.IBV_QPS_RTS(), "RTS", terms);
  }

  private void modify(QueuePair pair, int state, String name, ConnectionTerms terms) {
    if (pair.transport() != Transport.RC) {
      throw new IllegalArgumentException("only RC can be connected by the connection manager");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = rv_cm_qp.allocate(arena);
      rv_cm_qp.access(own, Access.flags(terms.access()));
      rv_cm_qp.mtu(own, terms.mtu().number());
      rv_cm_qp.reads_served(own, terms.readsServed());
      rv_cm_qp.reads_asked(own, terms.readsAsked());
      rv_cm_qp.min_rnr_timer(own, MIN_RNR_TIMER);
      rv_cm_qp.timeout(own, TIMEOUT);
      VerbsException.check(
          "bring %s to %s".formatted(pair, name),
          RdmaVerbs.rv_cm_modify_qp(struct(), pair.struct(), state, own));
    }
  }

  /**
   * Asks the other end to connect. Results: ANSWERED, REJECTED, UNREACHABLE or FAILED.
   *
   * @param privateData for the other end, up to {@link #MOST_PRIVATE_DATA} bytes; not secret
   */
  public void connect(QueuePair pair, ConnectionTerms terms, byte[] privateData) {
    Ranges.check("bytes of private data", privateData.length, 0, MOST_PRIVATE_DATA);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment param = param(arena, pair, terms);
      rv_cm_param.private_length(param, privateData.length);
      rv_cm_param
          .private_data(param)
          .asSlice(0, privateData.length)
          .copyFrom(MemorySegment.ofArray(privateData));
      VerbsException.check("connect " + pair, RdmaVerbs.rv_cm_connect(struct(), param));
    }
  }

  /** Accepts a request, with a queue pair in RTS. Results: ESTABLISHED or a failure. */
  public void accept(QueuePair pair, ConnectionTerms terms) {
    try (Arena arena = Arena.ofConfined()) {
      VerbsException.check(
          "accept a connection with " + pair,
          RdmaVerbs.rv_cm_accept(struct(), param(arena, pair, terms)));
    }
  }

  private static MemorySegment param(Arena arena, QueuePair pair, ConnectionTerms terms) {
    MemorySegment param = rv_cm_param.allocate(arena);
    rv_cm_param.qp(param, pair.number());
    rv_cm_param.reads_served(param, terms.readsServed());
    rv_cm_param.reads_asked(param, terms.readsAsked());
    rv_cm_param.retry_count(param, RETRIES);
    rv_cm_param.rnr_retry(param, RETRIES);
    return param;
  }

  /** Tells the other end, which has answered, that this end's queue pair is in RTS. */
  public void establish() {
    VerbsException.check("establish a connection", RdmaVerbs.rv_cm_establish(struct()));
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_cm_destroy_id(struct);
  }
}
