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
 * With whom a call shows its caller to talk, or to have talked: for connections that no list has
 * had.
 */
public final class CalledPeer {
  private CalledPeer() {}

  /**
   * The peer that a call has connected a queue pair to, or that one had which it has ended. Empty
   * for other calls and kernel consumers; where a device was removed, since whoever removes it need
   * not be who was connected; and for what connects on a device with LIDs, since packets go by
   * these there, and only the end of the queue pair tells them.
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
