// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.TestPlan;

/** The addresses that all hosts have told of their parts of a testbed. */
public final class AddressBook {
  private final TestPlan plan;
  private final Part part;
  private final List<HostAddress> hosts;

  /**
   * Collects the addresses of all hosts.
   *
   * @param part of any of them
   * @param hosts by their numbers
   * @throws IllegalArgumentException if a host has told fewer or more addresses than its part has
   */
  public AddressBook(TestPlan plan, Part part, List<HostAddress> hosts) {
    this.plan = plan;
    this.part = part;
    this.hosts = List.copyOf(hosts);
    RangeCheck.size("hosts", hosts, part.hosts());
    for (int host = 0; host < part.hosts(); host++) {
      HostAddress address = hosts.get(host);
      RangeCheck.size("nodes", address.nodes(), nodes(host).length);
      RangeCheck.size("queue pairs", address.lanes(), lanes(host).length);
      RangeCheck.size("ends of queue pairs", address.ends(), ends(host).length);
      RangeCheck.that("rows", address.rows().isPresent() == part.hosts() > 1);
      address
          .rows()
          .ifPresent(
              rows -> RangeCheck.size("queue pairs of rows", rows.pairs(), part.hosts() - 1));
    }
  }

  private int[] nodes(int host) {
    return IntStream.range(0, plan.nodes().size())
        .filter(node -> part.nodes().get(node) == host)
        .toArray();
  }

  private int[] lanes(int host) {
    return IntStream.range(0, plan.lanes().size())
        .filter(lane -> part.nodes().get(plan.lanes().get(lane).node()) == host)
        .toArray();
  }

  private int[] ends(int host) {
    return IntStream.range(0, plan.lanes().size())
        .filter(lane -> part.nodes().get(plan.lanes().get(lane).remote()) == host)
        .toArray();
  }

  /** The address of a node, by its index. */
  public NodeAddress node(int node) {
    int host = part.nodes().get(node);
    return hosts.get(host).nodes().get(indexOf(node, nodes(host)));
  }

  /** The end of a queue pair that its thread posts to, by the queue pair's index. */
  public PairAddress lane(int lane) {
    int host = part.nodes().get(plan.lanes().get(lane).node());
    return hosts.get(host).lanes().get(indexOf(lane, lanes(host)));
  }

  /** The other end of that queue pair. */
  public PairAddress end(int lane) {
    int host = part.nodes().get(plan.lanes().get(lane).remote());
    return hosts.get(host).ends().get(indexOf(lane, ends(host)));
  }

  /** Where a host has the rows; empty where there is only one. */
  public Optional<NodeAddress> rows(int host) {
    return hosts.get(host).rows().map(HostAddress.Rows::place);
  }

  /** The queue pair that a host has for another's rows. */
  public PairAddress rows(int host, int other) {
    HostAddress.Rows rows = hosts.get(host).rows().orElseThrow();
    return rows.pairs().get(other < host ? other : other - 1);
  }

  private static int indexOf(int wanted, int[] among) {
    return IntStream.range(0, among.length)
        .filter(i -> among[i] == wanted)
        .findFirst()
        .orElseThrow();
  }
}
