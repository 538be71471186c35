// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.List;
import java.util.Optional;

/**
 * What a host tells the others of its part of a testbed.
 *
 * @param nodes its nodes, in the order of the plan
 * @param lanes its ends of queue pairs that its threads post to, in the order of the plan
 * @param ends its ends of queue pairs that lead to its nodes, in the order of the plan
 * @param rows where its rows are, and its queue pairs for them, one for each other host in their
 *     order; empty where there are no others
 */
public record HostAddress(
    List<NodeAddress> nodes, List<PairAddress> lanes, List<PairAddress> ends, Optional<Rows> rows) {
  /** The most nodes, or queue pairs of a kind. */
  static final int MOST = 255;

  /** Where a host's rows are, and the queue pairs that others reach them by. */
  public record Rows(NodeAddress place, List<PairAddress> pairs) {
    public Rows {
      pairs = List.copyOf(pairs);
    }
  }

  public HostAddress {
    nodes = List.copyOf(nodes);
    lanes = List.copyOf(lanes);
    ends = List.copyOf(ends);
  }

  void write(FrameOutput out) {
    out.list(nodes, NodeAddress::write);
    out.list(lanes, PairAddress::write);
    out.list(ends, PairAddress::write);
    out.flag(rows.isPresent());
    rows.ifPresent(present -> {
      present.place.write(out);
      out.list(present.pairs, PairAddress::write);
    });
  }

  static HostAddress read(FrameInput in) throws HostException {
    return new HostAddress(
        in.list(NodeAddress::read),
        in.list(PairAddress::read),
        in.list(PairAddress::read),
        in.flag()
            ? Optional.of(new Rows(NodeAddress.read(in), in.list(PairAddress::read)))
            : Optional.empty());
  }
}
