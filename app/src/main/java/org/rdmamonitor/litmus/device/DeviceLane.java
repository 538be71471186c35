// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.device.DeviceNode.NodeMemory;
import org.rdmamonitor.litmus.hosts.NodeAddress;
import org.rdmamonitor.litmus.hosts.PairAddress;
import org.rdmamonitor.litmus.run.LanePlan;
import org.rdmamonitor.litmus.run.NodePlan;
import org.rdmamonitor.litmus.run.RequestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * A reliable connection from one node to another, with a completion queue of its own. Its work
 * requests are laid out once; only the addresses, which depend on where an instance of the test has
 * its memory, change.
 */
final class DeviceLane implements Testbed.Lane, AutoCloseable {
  /** Requests that may be under way beyond those of one instance. */
  private static final int ROOM = 16;

  private static final int WORD = Long.BYTES;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final DeviceNode node;
  private final NodeMemory here;
  private final LanePlan plan;
  private final int psn = QueuePairConnections.psn();
  private final int room;
  private final CompletionQueue queue;
  private final QueuePair pair;
  private final Completions completions;

  /** For each request of the plan: the READs that can go ahead of it, and the request itself. */
  private final WorkRequests requests;

  private final WorkRequests flush = WorkRequests.of(1);
  private @Nullable NodeAddress address;
  private @Nullable NodeMemory there;

  /** Makes the queue pair, which is connected later. */
  DeviceLane(DeviceNode node, LanePlan plan) {
    this.node = node;
    this.here = node.memory();
    this.plan = plan;
    this.room = ROOM + plan.requests().size();
    this.completions = Completions.of(room + 1);
    try {
      queue = open.keep(node.context().completionQueue(room + 1));
      pair = open.keep(node.domain().queuePair(options()));
      pair.initialize(node.address().port().number(), node.access(), 0);
      requests = WorkRequests.of(Math.max(1, plan.requests().size() * (1 + MOST_AHEAD)));
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private QueuePairOptions options() {
    boolean isInline = plan.requests().stream().anyMatch(RequestPlan::inline);
    int depth = (room + 1) * (1 + MOST_AHEAD);
    return new QueuePairOptions(
        Transport.RC, queue, queue, depth, 1, 1, isInline ? WORD : 0, false);
  }

  PairAddress address() {
    return new PairAddress(pair.number(), psn);
  }

  /**
   * Connects it with the other end, and lays out its work requests.
   *
   * @param to the other node
   * @param isQueueing whether only one READ or atomic is under way at a time
   */
  void connect(NodeAddress to, PairAddress end, NodePlan nodePlan, boolean isQueueing) {
    address = to;
    NodeMemory memory = new NodeMemory(to.start(), nodePlan, here.instances());
    there = memory;
    int reads = QueuePairConnections.reads(node.toOthers(), to, isQueueing);
    Connection connection = QueuePairConnections.connection(node.address(), psn, to, end, reads);
    pair.readyToReceive(connection);
    pair.readyToSend(connection);
    read(flush, 0, memory.scratch(), to.rkey());
    for (int i = 0; i < plan.requests().size(); i++) {
      int last = last(i);
      for (int ahead = last - MOST_AHEAD; ahead < last; ahead++) {
        read(requests, ahead, memory.scratch(), to.rkey());
        requests.signalled(ahead, false);
      }
      layOut(last, plan.requests().get(i), memory, to.rkey());
    }
  }

  private void layOut(int index, RequestPlan request, NodeMemory memory, int rkey) {
    long local = here.address(request.local(), 0);
    long remote = memory.address(request.remote(), 0);
    int lkey = node.lkey();
    switch (request.operation()) {
      case WRITE ->
          requests.write(index, local, WORD, lkey, remote, rkey).inline(index, request.inline());
      case READ -> requests.read(index, local, WORD, lkey, remote, rkey);
      case FETCH_AND_ADD ->
          requests.fetchAndAdd(index, local, lkey, remote, rkey, request.compareOrAdd());
      case COMPARE_AND_SWAP ->
          requests.compareAndSwap(
              index, local, lkey, remote, rkey, request.compareOrAdd(), request.swap());
    }
  }

  private void read(WorkRequests all, int index, long remote, int rkey) {
    all.read(index, here.scratch(), WORD, node.lkey(), remote, rkey);
  }

  private static int last(int request) {
    return request * (1 + MOST_AHEAD) + MOST_AHEAD;
  }

  /**
   * Checks, once the other end is connected too, that packets reach the other node.
   *
   * @throws TestbedException if they do not
   */
  void attempt() {
    long end = System.nanoTime() + PATIENCE.toNanos();
    try {
      flush();
      while (completed() == 0) {
        if (System.nanoTime() - end > 0) {
          throw TestbedException.unfit(unreachable("a READ does not complete"));
        }
        Thread.onSpinWait();
      }
    } catch (VerbsException e) {
      throw TestbedException.unfit(unreachable(String.valueOf(e.getMessage())));
    }
  }

  private String unreachable(String why) {
    return "%s does not reach the device at %s: %s; name devices that reach each other with --device, or one of them, which reaches itself"
        .formatted(
            node.context().device(),
            QueuePairConnections.gid(Objects.requireNonNull(address)),
            why);
  }

  @Override
  public int room() {
    return room;
  }

  @Override
  public void post(int slot, int request, int ahead, int bytes, boolean isFenced) {
    RequestPlan posted = plan.requests().get(request);
    int last = last(request);
    requests
        .address(last, here.address(posted.local(), slot))
        .remoteAddress(last, Objects.requireNonNull(there).address(posted.remote(), slot))
        .fenced(last, isFenced || posted.fenced());
    for (int i = last - ahead; i < last; i++) {
      requests.length(i, bytes);
    }
    pair.postSend(requests, last - ahead, ahead + 1);
  }

  @Override
  public void flush() {
    pair.postSend(flush);
  }

  @Override
  public int completed() {
    int count = queue.poll(completions);
    for (int i = 0; i < count; i++) {
      completions.check(i, "a request");
    }
    return count;
  }

  @Override
  public void close() {
    open.close();
  }
}
