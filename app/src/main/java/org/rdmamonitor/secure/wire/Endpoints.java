// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The queue pairs of one end, in the order of their index. */
final class Endpoints {
  static final int MOST = 1024;
  static final int LEAST_BYTES = 2 + QueuePairEndpoint.BYTES;
  static final int MOST_BYTES = 2 + MOST * QueuePairEndpoint.BYTES;

  private static final Field COUNT = new Field("queue_pairs", 1, MOST);

  /** Who connects them. */
  enum Purpose {
    NUMBERED,
    TO_BE_NUMBERED;

    static Purpose of(ConnectionMode connection) {
      return switch (connection) {
        case BY_HAND -> NUMBERED;
        case CONNECTION_MANAGER -> TO_BE_NUMBERED;
      };
    }
  }

  private Endpoints() {}

  static List<QueuePairEndpoint> checked(List<QueuePairEndpoint> endpoints) {
    COUNT.check(endpoints.size());
    return List.copyOf(endpoints);
  }

  static void check(List<QueuePairEndpoint> endpoints, int expected, Purpose purpose)
      throws WireException {
    if (endpoints.size() != expected) {
      throw new WireException(
          "queue_pairs: "
              + endpoints.size()
              + " is not allowed; allowed: "
              + expected
              + ", as requested");
    }
    Set<Integer> numbers = new HashSet<>();
    for (QueuePairEndpoint endpoint : endpoints) {
      if (endpoint.isNumbered() != (purpose == Purpose.NUMBERED)) {
        throw new WireException(
            purpose == Purpose.NUMBERED
                ? "qpn: 0 is not allowed where queue pairs are connected by hand"
                : "qpn: "
                    + endpoint.qpn()
                    + " is not allowed with the connection manager; allowed: 0");
      }
      if (endpoint.isNumbered() && !numbers.add(endpoint.qpn())) {
        throw new WireException("qpn: " + endpoint.qpn() + " is there twice");
      }
    }
  }

  static void write(List<QueuePairEndpoint> endpoints, WireOutput out) {
    out.u16(endpoints.size());
    endpoints.forEach(endpoint -> endpoint.write(out));
  }

  static List<QueuePairEndpoint> read(WireInput in) throws WireException {
    int count = in.u16();
    COUNT.check(count);
    in.require((long) count * QueuePairEndpoint.BYTES);
    List<QueuePairEndpoint> result = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      result.add(QueuePairEndpoint.read(in));
    }
    return result;
  }
}
