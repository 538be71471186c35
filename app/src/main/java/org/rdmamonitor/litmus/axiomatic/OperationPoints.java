// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import org.rdmamonitor.litmus.language.Instruction.FetchAndAdd;
import org.rdmamonitor.litmus.language.Instruction.Get;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.RemoteFence;
import org.rdmamonitor.litmus.language.Instruction.Request;

/**
 * A request of a queue pair, as the points that it has there; -1 where it has none.
 *
 * @param sent when it comes to the queue pair
 * @param source when the NIC reads what a put carries (nlR)
 * @param remote what is done first at the other node: a write is accepted, or a read reads
 * @param memory when what it writes is in remote memory (nrW)
 * @param finish when it is over
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

  /** A put, or an atomic whether it writes or not. */
  boolean isWrite() {
    return !isGet() && !isFence();
  }
}
