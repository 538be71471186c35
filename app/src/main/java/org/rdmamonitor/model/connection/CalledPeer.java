// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import java.util.Optional;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

/**
 * The peer that a call shows its caller to talk to, or to have talked to: for connections that no
 * list has had.
 */
public final class CalledPeer {
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
      case QueuePairChange change when change.has(QueuePairChange.ADDRESS) && !hasLids(device) ->
          Gid.parse(change.destinationGid()).map(PeerAddress::of);
      case QueuePairEnd ended when ended.cause() != EndCause.DEVICE_REMOVED ->
          ended.address().map(PeerAddress::of);
      default -> Optional.empty();
    };
  }

  private static boolean hasLids(DeviceFacts device) {
    return device.ports().stream().anyMatch(port -> port.lid() != 0);
  }
}
