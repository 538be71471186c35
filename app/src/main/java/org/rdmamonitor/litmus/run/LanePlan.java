// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.List;

/**
 * A queue pair: that of a thread to a node.
 *
 * @param thread index of it
 * @param node index of the thread's
 * @param remote index of the other one
 * @param requests that an instance of the test posts to it, in their order
 */
public record LanePlan(int thread, int node, int remote, List<RequestPlan> requests) {
  public LanePlan {
    requests = List.copyOf(requests);
  }
}
