// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import org.rdmamonitor.litmus.language.Instruction.Request;

/**
 * A request of a queue pair, and its place there. Indices are from 0, and -1 where the request has
 * none.
 *
 * @param instruction of the thread that posts it
 * @param entry of the thread's store buffer
 * @param index among all requests of the queue pair
 * @param local location at the thread's node
 * @param remote location at the other node
 * @param readIndex among the requests whose source the NIC reads from memory: puts
 * @param writeIndex among those that write remotely: puts and atomics
 * @param getIndex among the gets
 * @param dataIndex among those that bring data: gets and atomics
 * @param fenceIndex among the remote fences
 * @param before what is ahead of it on the queue pair
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
   * @param writes how many remote writes
   * @param fences how many remote fences
   * @param gets a bit for each get, by its index
   * @param reads how many operations there are up to the last get or atomic, counting that too
   */
  record Before(int writes, int fences, long gets, int reads) {}

  /** Whether it has a completion. */
  boolean completes() {
    return kind != OperationKind.FENCE;
  }
}
