// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.List;
import java.util.Optional;

/**
 * The server's end, one entry for each queue pair requested.
 *
 * @param connectionService present if the request wants the connection manager
 */
public record Offer(
    Optional<ConnectionService> connectionService, List<QueuePairEndpoint> queuePairs)
    implements Message {
  public Offer {
    queuePairs = Endpoints.checked(queuePairs);
  }

  @Override
  public MessageType type() {
    return MessageType.OFFER;
  }

  @Override
  public void write(WireOutput out) {
    out.u8(connectionService.isPresent() ? 1 : 0);
    connectionService.ifPresent(service -> service.write(out));
    Endpoints.write(queuePairs, out);
  }

  static Offer read(WireInput in) throws WireException {
    Optional<ConnectionService> service =
        in.flag("cm_present") ? Optional.of(ConnectionService.read(in)) : Optional.empty();
    return new Offer(service, Endpoints.read(in));
  }
}
