// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.Get;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.RemoteFence;
import org.rdmamonitor.litmus.language.Instruction.Request;

/**
 * The points of one request of a queue pair; -1 for those that it does not have.
 *
 * @param sent when the request comes to the queue pair
 * @param source when the NIC reads what a put carries (nlR)
 * @param remote what happens first at the other node: a write is accepted, or a read reads
 * @param memory when what the request writes is in remote memory (nrW)
 * @param finish when the request is over
 * @param local when what it brings is in local memory (nlW)
 */
record OperationPoints(
    Request request, int sent, int source, int remote, int memory, int finish, int local) {
  boolean isFence() {
    return request instanceof RemoteFence;
  }

  boolean isGet() {
    return request instanceof Get;
  }

  boolean isAtomic() {
    return request instanceof FetchAndAdd || request instanceof RemoteCompareAndSwap;
  }

  /** A get or an atomic. */
  boolean isRead() {
    return isGet() || isAtomic();
  }

  /** A put, or an atomic, even one that swaps nothing. */
  boolean isWrite() {
    return !isGet() && !isFence();
  }
}
