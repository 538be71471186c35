// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;

/**
 * The queue pair of a thread to a node.
 *
 * @param thread index of the thread
 * @param node index of the thread's node
 * @param remote index of the node that it leads to
 * @param requests that an instance of the test posts to it, in order
 */
public record LanePlan(int thread, int node, int remote, List<RequestPlan> requests) {
  public LanePlan {
    requests = List.copyOf(requests);
  }
}
