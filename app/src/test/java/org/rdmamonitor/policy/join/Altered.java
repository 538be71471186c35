// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;

/** An end of a recording, with something that no recorded host of a test can have. */
final class Altered {
  private Altered() {}

  private static ConnectionEnd with(ConnectionEnd end, UnaryOperator<QueuePair> change) {
    PeerConnection old = end.connection();
    QueuePair pair = change.apply(old.pair());
    return new ConnectionEnd(
        end.host(),
        end.device(),
        end.cgroup(),
        end.user(),
        new PeerConnection(old.object().with(pair), pair, old.manager(), old.ownLid()),
        end.life());
  }

  static ConnectionEnd with(ConnectionEnd end, QueuePairType type) {
    return with(end, pair -> of(pair, type, pair.state()));
  }

  static ConnectionEnd with(ConnectionEnd end, QueuePairState state) {
    return with(end, pair -> of(pair, pair.type(), Optional.of(state)));
  }

  private static QueuePair of(QueuePair pair, QueuePairType type, Optional<QueuePairState> state) {
    return new QueuePair(
        type,
        state,
        pair.lqpn(),
        pair.rqpn(),
        pair.rqPsn(),
        pair.sqPsn(),
        pair.port(),
        pair.pdn(),
        pair.migration(),
        pair.path());
  }

  /** The same over another transport, as its address says. */
  static ConnectionEnd with(ConnectionEnd end, QueuePairPath.Transport transport) {
    return with(
        end,
        pair -> {
          QueuePairPath path = pair.path().orElseThrow();
          QueuePairPath.Address address = path.address().orElseThrow();
          return pair.with(
              QueuePairPath.leading(
                  path.state(),
                  path.since(),
                  path.peerQpn(),
                  path.port(),
                  Optional.of(
                      new QueuePairPath.Address(
                          transport,
                          address.port(),
                          address.lid(),
                          address.pathBits(),
                          address.serviceLevel(),
                          address.route())),
                  path.mtu()));
        });
  }
}
