// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import org.rdmamonitor.litmus.run.NodePlan;
import org.rdmamonitor.litmus.run.Part;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.units.Bytes;

/**
 * What a leader may use of a host.
 *
 * @param bytes of memory for a test, from 1
 */
public record Budget(long bytes) {
  private static final int MOST_THREADS = 64;
  private static final int MOST_QUEUE_PAIRS = 200;
  private static final long WORD_BYTES = 64;
  private static final long NODE_BYTES = 1 << 17;

  /**
   * A test may need two testbeds: one whose queue pairs have one READ at a time under way, and one
   * with as many as the device allows.
   */
  private static final int TESTBEDS = 2;

  /**
   * Checks that the budget suffices for a test.
   *
   * @throws TestbedException if it does not
   */
  void check(TestPlan plan, Part part, int instances) {
    long threads = part.threads(plan).size();
    long pairs =
        plan.lanes().stream()
            .mapToLong(
                lane -> (part.hasNode(lane.node()) ? 1 : 0) + (part.hasNode(lane.remote()) ? 1 : 0))
            .sum();
    if (threads > MOST_THREADS || pairs > MOST_QUEUE_PAIRS) {
      throw TestbedException.unfit(
          "%d threads and %d queue pairs are too many for a host; it has up to %d and %d"
              .formatted(threads, pairs, MOST_THREADS, MOST_QUEUE_PAIRS));
    }
    long needed = TESTBEDS * memory(plan, part, instances) + registers(plan, part, instances);
    if (needed > bytes) {
      throw TestbedException.unfit(
          "the test needs %s of memory, and may have %d; lower --size, or raise --max-memory there"
              .formatted(Bytes.mebibytes(needed + Bytes.MIB), bytes / Bytes.MIB));
    }
  }

  private static long memory(TestPlan plan, Part part, int instances) {
    long sum = 0;
    for (int node = 0; node < plan.nodes().size(); node++) {
      if (part.hasNode(node)) {
        NodePlan own = plan.nodes().get(node);
        long words = (long) instances * own.own() + own.constants().size();
        sum += words * WORD_BYTES + NODE_BYTES;
      }
    }
    return sum;
  }

  private static long registers(TestPlan plan, Part part, int instances) {
    return part.threads(plan).stream()
        .mapToLong(thread -> plan.threads().get(thread).registers().size() + 1L)
        .map(words -> words * Long.BYTES * instances)
        .sum();
  }
}
