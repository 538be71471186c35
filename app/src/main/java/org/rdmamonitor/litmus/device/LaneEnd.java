// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import org.rdmamonitor.litmus.hosts.NodeAddress;
import org.rdmamonitor.litmus.hosts.PairAddress;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.Transport;

/** The passive end of a reliable connection: nobody posts to it. */
final class LaneEnd implements AutoCloseable {
  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final DeviceNode node;
  private final int psn = QueuePairConnections.psn();
  private final QueuePair pair;

  /** Makes the queue pair, at a node. */
  LaneEnd(DeviceNode node) {
    this.node = node;
    try {
      CompletionQueue none = open.keep(node.context().completionQueue(1));
      pair = open.keep(node.domain().queuePair(QueuePairOptions.of(Transport.RC, none, 1)));
      pair.initialize(node.address().port().number(), node.access(), 0);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  PairAddress address() {
    return new PairAddress(pair.number(), psn);
  }

  /** Connects it with the other end. */
  void connect(NodeAddress there, PairAddress other, boolean isQueueing) {
    int reads = QueuePairConnections.reads(there, node.toOthers(), isQueueing);
    Connection connection =
        QueuePairConnections.connection(node.address(), psn, there, other, reads);
    pair.readyToReceive(connection);
    pair.readyToSend(connection);
  }

  @Override
  public void close() {
    open.close();
  }
}
