// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * With whom a call or an event shows a process to talk, or to have talked: for connections that no
 * list has had.
 */
public final class CalledPeer {
  /** What the connection manager tells when a request of ours has gone to the peer, or a reply. */
  private static final Set<AsyncEventType> EXCHANGES =
      Set.of(
          AsyncEventType.CONNECT_RESPONSE,
          AsyncEventType.UNREACHABLE,
          AsyncEventType.REJECTED,
          AsyncEventType.ESTABLISHED);

  private CalledPeer() {}

  /**
   * The peer to which a call has connected a queue pair, or to which a queue pair was connected
   * that the call has ended. Empty for other calls and for kernel consumers; if a device was
   * removed, since whoever removes it need not be who was connected; and for calls that connect on
   * a device with LIDs, since packets are routed by LIDs there, and only the end of the queue pair
   * tells them.
   *
   * @param device what is known of the device of the call
   */
  public static Optional<PeerAddress> of(ControlCall call, DeviceFacts device) {
    if (call.failed() || call.caller().kernel()) {
      return Optional.empty();
    }
    return switch (call.detail()) {
      case QueuePairChange change when change.has(QueuePairChange.ADDRESS) && !device.hasLids() ->
          Gid.parse(change.destinationGid()).map(PeerAddress::of);
      case QueuePairEnd ended when ended.cause() != EndCause.DEVICE_REMOVED ->
          ended.address().map(PeerAddress::of);
      default -> Optional.empty();
    };
  }

  /**
   * The peer that a process has exchanged messages with by the connection manager, as an event
   * shows: it has asked the peer for a connection and got an answer, or none; or it has accepted
   * what the peer asked for. Empty for other events and kernel consumers, and on a device with LIDs
   * or one that is not known, since an IP address says nothing about a GID there.
   *
   * @param device what is known of the device of the event; empty where that is nothing
   */
  public static Optional<PeerAddress> of(AsyncEvent event, Optional<DeviceFacts> device) {
    if (!(event.subject() instanceof AsyncEvent.Connection connection)
        || event.owner().filter(owner -> !owner.kernel()).isEmpty()
        || event.type().filter(EXCHANGES::contains).isEmpty()
        || device.filter(facts -> !facts.hasLids()).isEmpty()) {
      return Optional.empty();
    }
    return Gid.parse(connection.peer()).map(PeerAddress::of);
  }
}
