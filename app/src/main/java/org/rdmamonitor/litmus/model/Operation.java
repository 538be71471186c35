// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import org.rdmamonitor.litmus.language.Instruction.Request;

/**
 * A request of a queue pair, and its place there. Indices are from 0, and -1 where it has none.
 *
 * @param instruction of the thread that posts it
 * @param entry of the thread's store buffer
 * @param index among all requests of the queue pair
 * @param local location at the thread's node
 * @param remote location at the other node
 * @param readIndex among those whose source the NIC reads from memory: puts
 * @param writeIndex among those that write remotely: puts and atomics
 * @param getIndex among the gets
 * @param dataIndex among those that bring data: gets and atomics
 * @param fenceIndex among the remote fences
 * @param before what is ahead of it
 */
record Operation(
    OperationKind kind,
    Request request,
    int instruction,
    int entry,
    int index,
    int local,
    int remote,
    int readIndex,
    int writeIndex,
    int getIndex,
    int dataIndex,
    int fenceIndex,
    Before before) {
  enum OperationKind {
    PUT,
    INLINE_PUT,
    GET,
    ATOMIC,
    FENCE
  }

  /**
   * What is ahead of an operation on its queue pair.
   *
   * @param writes that are remote
   * @param fences how many
   * @param gets a bit for each, by its index
   * @param reads operations up to the last get or atomic, that included
   */
  record Before(int writes, int fences, long gets, int reads) {}

  /** Whether it has a completion. */
  boolean completes() {
    return kind != OperationKind.FENCE;
  }
}
