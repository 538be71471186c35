// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which part of a test this host does.
 *
 * @param self the number of this host
 * @param hosts how many there are, from 1
 * @param nodes for each node of the test, the number of the host that it is on
 */
public record Part(int self, int hosts, List<Integer> nodes) {
  public Part {
    nodes = List.copyOf(nodes);
    if (self < 0 || self >= hosts || nodes.stream().anyMatch(host -> host < 0 || host >= hosts)) {
      throw new IllegalArgumentException("hosts have numbers from 0 to " + (hosts - 1));
    }
  }

  /** The whole test, on this host. */
  public static Part all(TestPlan plan) {
    return new Part(0, 1, Collections.nCopies(plan.nodes().size(), 0));
  }

  /**
   * The part of one of several hosts, where nodes are placed on hosts in turn, the first node on
   * the first host.
   */
  public static Part inTurn(TestPlan plan, int self, int hosts) {
    return new Part(
        self,
        hosts,
        IntStream.range(0, plan.nodes().size()).map(node -> node % hosts).boxed().toList());
  }

  /** The part of another host. */
  public Part of(int host) {
    return new Part(host, hosts, nodes);
  }

  /** Whether the node of this index is on this host. */
  public boolean hasNode(int node) {
    return nodes.get(node) == self;
  }

  /** The indices of the threads that run on this host. */
  public List<Integer> threads(TestPlan plan) {
    return IntStream.range(0, plan.threads().size())
        .filter(thread -> hasNode(plan.threads().get(thread).node()))
        .boxed()
        .toList();
  }

  /** The numbers of the other hosts that have threads. */
  public List<Integer> others(TestPlan plan) {
    return plan.threads().stream()
        .map(thread -> nodes.get(thread.node()))
        .filter(host -> host != self)
        .distinct()
        .sorted()
        .toList();
  }
}
