// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;
import org.rdmamonitor.nativelib.generated.rv_cm_event;
import org.rdmamonitor.nativelib.posix.SystemCalls;

/**
 * What happened to a connection.
 *
 * @param status the reason, in the terms of its type
 * @param readsServed READs and atomics of the other end at a time, with REQUESTED and ANSWERED
 * @param readsAsked those of this end at a time, likewise
 * @param request with REQUESTED; has to be closed
 */
public record ConnectionEvent(
    Type type, int status, int readsServed, int readsAsked, Optional<ConnectionRequest> request) {
  /** In the order of enum rv_cm_event_type. */
  public enum Type {
    OTHER("nothing of importance happened"),
    ADDRESS_RESOLVED("the address is resolved"),
    ROUTE_RESOLVED("the route is resolved"),
    /** Somebody wants to connect. */
    REQUESTED("a connection is asked for"),
    /** The other end accepts; the next step is {@link CommunicationId#establish}. */
    ANSWERED("the other end accepts"),
    ESTABLISHED("the connection is established"),
    DISCONNECTED("the other end has disconnected"),
    REJECTED("the other end rejects the connection"),
    ADDRESS_FAILED("the address leads to no RDMA device"),
    ROUTE_FAILED("there is no route to the address"),
    UNREACHABLE("the other end does not answer"),
    FAILED("the connection could not be made"),
    DEVICE_REMOVED("the device was removed");

    private final String meaning;

    Type(String meaning) {
      this.meaning = meaning;
    }

    /** Whether the connection has failed or ended for good. */
    public boolean isEnd() {
      return compareTo(DISCONNECTED) >= 0;
    }
  }

  private static final Type[] TYPES = Type.values();
  private static final int NO_SUCH_SERVICE = 8;
  private static final int STALE_CONNECTION = 10;
  private static final int CONSUMER_REJECTS = 28;

  static ConnectionEvent of(EventChannel channel, MemorySegment event) {
    int number = rv_cm_event.type(event);
    Type type = number >= 0 && number < TYPES.length ? TYPES[number] : Type.OTHER;
    return new ConnectionEvent(
        type,
        rv_cm_event.status(event),
        rv_cm_event.reads_served(event),
        rv_cm_event.reads_asked(event),
        type == Type.REQUESTED ? Optional.of(request(channel, event)) : Optional.empty());
  }

  private static ConnectionRequest request(EventChannel channel, MemorySegment event) {
    int length = Math.min(rv_cm_event.private_length(event), RdmaVerbs.RV_CM_PRIVATE());
    return new ConnectionRequest(
        channel,
        rv_cm_event.id(event),
        rv_cm_event.private_data(event).asSlice(0, length).toArray(ValueLayout.JAVA_BYTE),
        rv_cm_event.reads_served(event),
        rv_cm_event.reads_asked(event));
  }

  /** Whether the other end's hardware address did not become known in time. */
  public boolean isTimeout() {
    return type == Type.ADDRESS_FAILED && status == -LibC.ETIMEDOUT();
  }

  /** What happened, with the reason if that is known, without a full stop. */
  public String meaning() {
    if (isTimeout()) {
      return "nobody on the network has the address";
    }
    return switch (type) {
      case REJECTED -> type.meaning + " (" + reason() + ")";
      case ADDRESS_FAILED, ROUTE_FAILED, UNREACHABLE, FAILED ->
          status < 0 ? type.meaning + " (" + SystemCalls.strerror(-status) + ")" : type.meaning;
      default -> type.meaning;
    };
  }

  /** Of enum ib_cm_rej_reason (InfiniBand specification, REJ message). */
  private String reason() {
    return switch (status) {
      case NO_SUCH_SERVICE -> "nobody listens on its port";
      case STALE_CONNECTION -> "it has not forgotten an earlier one of this queue pair";
      case CONSUMER_REJECTS -> "its program does not want it";
      default -> "reason " + status;
    };
  }
}
