// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.List;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.model.ModelOptions.Flush;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteFence;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteReads;

/** What NICs keep in order: axioms qp, nfo and rao. */
final class NetworkAxioms {
  private final Skeleton skeleton;
  private final boolean isRxe;
  private final boolean readsKeepOrder;
  private final boolean fenceWaitsForAll;
  private final boolean flushesAll;

  NetworkAxioms(Skeleton skeleton, ModelOptions options) {
    this.skeleton = skeleton;
    isRxe = options.isRxe();
    readsKeepOrder = isRxe || options.remoteReads() == RemoteReads.ORDERED;
    fenceWaitsForAll = options.remoteFence() == RemoteFence.ALL;
    flushesAll = !isRxe && options.flush() == Flush.NIC;
  }

  /** Adds edges and choices. */
  void add() {
    for (PostedOperations pair : skeleton.queuePairs) {
      List<OperationPoints> operations = pair.operations();
      for (int i = 0; i < operations.size(); i++) {
        alone(operations.get(i));
        for (int j = 0; j < i; j++) {
          order(operations.get(j), operations.get(i));
          flush(operations.get(j), operations.get(i));
        }
      }
      for (PostedOperations other : skeleton.queuePairs) {
        if (other.thread() < pair.thread() && other.node().equals(pair.node())) {
          meet(pair, other);
        }
      }
    }
  }

  private void order(int from, int to) {
    skeleton.order(from, to, Relation.QUEUE_PAIR);
  }

  /**
   * The order within one operation: from reading the source, over the other node, to the
   * completion.
   */
  private void alone(OperationPoints operation) {
    order(operation.sent(), operation.source());
    order(operation.sent(), operation.remote());
    order(operation.source(), operation.remote());
    order(operation.remote(), operation.finish());
    order(operation.remote(), operation.memory());
    order(operation.finish(), operation.local());
    if (isRxe) {
      order(operation.memory(), operation.finish());
    }
  }

  private void order(OperationPoints first, OperationPoints second) {
    if (first.isFence()) {
      order(first.finish(), second.source());
      order(first.finish(), second.remote());
    } else if (second.isFence() && (fenceWaitsForAll || first.isRead())) {
      order(first.finish(), second.finish());
    }
    order(first.source(), second.source());
    order(first.memory(), second.memory());
    order(first.local(), second.local());
    if (first.isWrite()) {
      order(first.remote(), second.remote());
    }
    if (first.isGet() && (isRxe || (readsKeepOrder && second.isRead()))) {
      order(first.remote(), second.remote());
    }
  }

  /** A read by the NIC finds in memory what this queue pair wrote before. */
  private void flush(OperationPoints first, OperationPoints second) {
    if (first.local() >= 0 && second.source() >= 0) {
      choose(first.local(), second.source(), second.source(), first.finish());
    }
    if (second.isRead()) {
      skeleton.order(first.memory(), second.remote(), Relation.NIC_FLUSH);
    }
    if (first.isGet() && second.memory() >= 0) {
      choose(second.memory(), first.remote(), first.remote(), second.remote());
    }
  }

  /** The order between two queue pairs of different threads to the same node. */
  private void meet(PostedOperations pair, PostedOperations other) {
    for (OperationPoints one : pair.operations()) {
      for (OperationPoints two : other.operations()) {
        if (one.isAtomic() && two.isAtomic()) {
          skeleton.choices.add(
              new Choice(
                  new Edge(end(one), two.remote(), Relation.REMOTE_ATOMIC_ORDER),
                  new Edge(end(two), one.remote(), Relation.REMOTE_ATOMIC_ORDER)));
        }
        if (flushesAll) {
          flushOther(one, two);
          flushOther(two, one);
        }
      }
    }
  }

  /** The point after which the next atomic at the node may read. */
  private static int end(OperationPoints atomic) {
    return atomic.memory() >= 0 ? atomic.memory() : atomic.remote();
  }

  private void flushOther(OperationPoints reader, OperationPoints writer) {
    if (reader.isRead() && writer.memory() >= 0) {
      choose(writer.memory(), reader.remote(), reader.remote(), writer.remote());
    }
  }

  private void choose(int from, int to, int otherFrom, int otherTo) {
    skeleton.choices.add(
        new Choice(
            new Edge(from, to, Relation.NIC_FLUSH),
            new Edge(otherFrom, otherTo, Relation.NIC_FLUSH)));
  }
}
