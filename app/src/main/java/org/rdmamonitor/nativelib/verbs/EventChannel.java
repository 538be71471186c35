// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_cm_event;

/**
 * A channel to the RDMA connection manager, by which the ends of a connection find each other. What
 * is made from it reports its state by events of this channel. The connection manager knows queue
 * pairs by their numbers only; they still belong to their protection domain.
 *
 * <p>Events are to be taken by one thread at a time; everything else is safe for use by several.
 */
public final class EventChannel extends Resource {
  private EventChannel(long address) {
    super("connection manager", address);
  }

  /**
   * A new channel.
   *
   * @param verbs for which the library is loaded
   * @throws VerbsUnavailableException if this host has no connection manager, or it may not be used
   */
  public static EventChannel open(Verbs verbs) {
    Objects.requireNonNull(verbs);
    int loaded = RdmaVerbs.rv_cm_load();
    if (loaded != 0) {
      throw new VerbsUnavailableException(
          loaded == LibC.ENOSYS()
              ? "The verbs library was built without the connection manager: build it with"
                  + " librdmacm-dev, or install the package whole."
              : "The connection manager's library librdmacm.so.1 is missing or too old: install it"
                  + " (Debian and Ubuntu: librdmacm1, Fedora and RHEL: librdmacm).");
    }
    try {
      return new EventChannel(
          Queries.made("open the connection manager", RdmaVerbs::rv_cm_create_channel));
    } catch (VerbsException e) {
      if (e.errno() == LibC.ENODEV() || e.errno() == LibC.ENOENT()) {
        throw new VerbsUnavailableException(
            "There is no /dev/infiniband/rdma_cm: load its module (modprobe rdma_ucm), and look"
                + " whether there is an RDMA device (rdma link).");
      }
      throw e;
    }
  }

  /** A new identifier, to connect with. */
  public CommunicationId identifier() {
    return new CommunicationId(
        this,
        Queries.made(
            "make an identifier of the connection manager",
            made -> RdmaVerbs.rv_cm_create_id(struct(), made)));
  }

  /**
   * Listens for requests to connect; they come as events of {@link ConnectionEvent.Type#REQUESTED}.
   *
   * @param address the wildcard address stands for all; port 0 for one that is free
   * @param backlog how many requests may wait
   */
  public CommunicationId listen(InetSocketAddress address, int backlog) {
    CommunicationId listener = identifier();
    try (Arena arena = Arena.ofConfined()) {
      int error =
          RdmaVerbs.rv_cm_listen(
              listener.struct(), SocketAddresses.write(arena, address, 0), backlog);
      VerbsException.check(
          "listen on the connection manager's address %s, port %d"
              .formatted(address.getAddress().getHostAddress(), address.getPort()),
          error);
      return listener;
    } catch (VerbsException e) {
      listener.close();
      throw e;
    }
  }

  /**
   * The next event. While it waits it blocks the thread, and its carrier.
   *
   * @param time how long to wait; zero: not at all
   * @return empty if there was none
   */
  public Optional<ConnectionEvent> next(Duration time) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment event = rv_cm_event.allocate(arena);
      int timeout = Math.clamp(time.toMillis(), 0, Integer.MAX_VALUE);
      int found = RdmaVerbs.rv_cm_next_event(struct(), timeout, event);
      if (found < 0) {
        throw new VerbsException("read the connection manager's events", -found);
      }
      return found == 0 ? Optional.empty() : Optional.of(ConnectionEvent.of(this, event));
    }
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_cm_destroy_channel(struct);
  }
}
