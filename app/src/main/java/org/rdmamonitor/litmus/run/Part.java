// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which part of a test is done here.
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

  /** All of a test. */
  public static Part all(TestPlan plan) {
    return new Part(0, 1, Collections.nCopies(plan.nodes().size(), 0));
  }

  /** That of one of several hosts, which nodes are put on in turn, the first on the first. */
  public static Part inTurn(TestPlan plan, int self, int hosts) {
    return new Part(
        self,
        hosts,
        IntStream.range(0, plan.nodes().size()).map(node -> node % hosts).boxed().toList());
  }

  /** That of another host. */
  public Part of(int host) {
    return new Part(host, hosts, nodes);
  }

  /** Whether a node, by its index, is here. */
  public boolean hasNode(int node) {
    return nodes.get(node) == self;
  }

  /** The threads that are here, by their indices. */
  public List<Integer> threads(TestPlan plan) {
    return IntStream.range(0, plan.threads().size())
        .filter(thread -> hasNode(plan.threads().get(thread).node()))
        .boxed()
        .toList();
  }

  /** The other hosts that have threads. */
  public List<Integer> others(TestPlan plan) {
    return plan.threads().stream()
        .map(thread -> nodes.get(thread.node()))
        .filter(host -> host != self)
        .distinct()
        .sorted()
        .toList();
  }
}
