// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

/** The fields of a state that count how far each of its parts has come. */
final class Counters {
  /** By thread: instructions that were executed. */
  final int[] done;

  /** By thread: entries that have left the store buffer. */
  final int[] left;

  /** By queue pair: puts whose source has been read. */
  final int[] read;

  /**
   * By queue pair: remote writes that have been accepted; those of them that are not in memory yet
   * are {@code wbR}.
   */
  final int[] accepted;

  /** By queue pair: remote writes in memory. */
  final int[] committed;

  /** By queue pair: a bit for each get that has read remote memory. */
  final int[] fetched;

  /** By queue pair: operations that left the pipe. */
  final int[] retired;

  /** By queue pair: data in local memory; data on its way there is {@code wbL}. */
  final int[] delivered;

  /**
   * By queue pair: fences that have been lifted, if the options let fences be lifted before they
   * reach the head; else -1.
   */
  final int[] lifted;

  Counters(Plan plan, StateLayout layout, boolean liftsAhead) {
    int threads = plan.buffers.size();
    int pairs = plan.queuePairs.size();
    done = new int[threads];
    left = new int[threads];
    for (int i = 0; i < threads; i++) {
      done[i] = layout.add(plan.code(i).size() + 1);
      left[i] = layout.add(plan.buffers.get(i).size() + 1);
    }
    read = new int[pairs];
    accepted = new int[pairs];
    committed = new int[pairs];
    fetched = new int[pairs];
    retired = new int[pairs];
    delivered = new int[pairs];
    lifted = new int[pairs];
    for (QueuePair pair : plan.queuePairs) {
      int q = pair.index;
      read[q] = layout.add(pair.reads() + 1);
      accepted[q] = layout.add(pair.writes() + 1);
      committed[q] = layout.add(pair.writes() + 1);
      fetched[q] = layout.addBits(pair.gets());
      retired[q] = layout.add(pair.operations.size() + 1);
      delivered[q] = layout.add(pair.data() + 1);
      lifted[q] = liftsAhead ? layout.add(pair.fences() + 1) : -1;
    }
  }
}
