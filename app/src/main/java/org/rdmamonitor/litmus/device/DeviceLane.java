// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.time.Duration;
import org.rdmamonitor.litmus.run.LanePlan;
import org.rdmamonitor.litmus.run.RequestPlan;
import org.rdmamonitor.litmus.run.Testbed;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.Mtu;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.Resources;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/**
 * A reliable connection from one node to another, with a completion queue of its own, and work
 * requests that are laid out once, but for where an instance of the test has its memory.
 */
final class DeviceLane implements Testbed.Lane, AutoCloseable {
  /** Requests under way, beside those of an instance. */
  private static final int ROOM = 16;

  private static final int WORD = Long.BYTES;
  private static final int PSN = 0x123456;
  private static final int PEER_PSN = 0xfffff0; // wraps soon
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Resources open = new Resources("not all of a test's RDMA resources could be freed");
  private final DeviceNode node;
  private final DeviceNode remote;
  private final LanePlan plan;
  private final int room;
  private final CompletionQueue queue;
  private final QueuePair pair;
  private final Completions completions;

  /** For each request of the plan: READs ahead of it, and it. */
  private final WorkRequests requests;

  private final WorkRequests flush;

  /**
   * Makes and connects it.
   *
   * @param isQueueing whether one READ or atomic is under way at a time
   */
  DeviceLane(DeviceNode node, DeviceNode remote, LanePlan plan, boolean isQueueing) {
    this.node = node;
    this.remote = remote;
    this.plan = plan;
    this.room = ROOM + plan.requests().size();
    this.completions = Completions.of(room + 1);
    try {
      queue = open.keep(node.context().completionQueue(room + 1));
      pair = open.keep(node.domain().queuePair(options()));
      CompletionQueue none = open.keep(remote.context().completionQueue(1));
      QueuePair peer =
          open.keep(remote.domain().queuePair(QueuePairOptions.of(Transport.RC, none, 1)));
      connect(peer, isQueueing);
      flush = WorkRequests.of(1);
      read(flush, 0);
      requests = layOut();
      attempt();
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

  private void connect(QueuePair peer, boolean isQueueing) {
    int reads =
        isQueueing
            ? 1
            : Math.min(
                255, Math.min(node.attributes().maxReadsAsked(), remote.attributes().maxReads()));
    Mtu own = node.address().port().activeMtu();
    Mtu other = remote.address().port().activeMtu();
    Mtu mtu = own.bytes() <= other.bytes() ? own : other;
    pair.initialize(node.address().port().number(), node.access(), 0);
    peer.initialize(remote.address().port().number(), remote.access(), 0);
    Connection there =
        Connection.of(node.address().to(remote.address()), peer.number(), mtu, PEER_PSN, PSN)
            .withReads(reads, reads);
    Connection back =
        Connection.of(remote.address().to(node.address()), pair.number(), mtu, PSN, PEER_PSN)
            .withReads(reads, reads);
    peer.readyToReceive(back);
    pair.readyToReceive(there);
    peer.readyToSend(back);
    pair.readyToSend(there);
  }

  private WorkRequests layOut() {
    int count = plan.requests().size();
    WorkRequests all = WorkRequests.of(Math.max(1, count * (1 + MOST_AHEAD)));
    for (int i = 0; i < count; i++) {
      int last = last(i);
      for (int ahead = last - MOST_AHEAD; ahead < last; ahead++) {
        read(all, ahead);
        all.signalled(ahead, false);
      }
      layOut(all, last, plan.requests().get(i));
    }
    return all;
  }

  private void layOut(WorkRequests all, int index, RequestPlan request) {
    long local = node.address(request.local(), 0);
    long there = remote.address(request.remote(), 0);
    int lkey = node.lkey();
    int rkey = remote.rkey();
    switch (request.operation()) {
      case WRITE ->
          all.write(index, local, WORD, lkey, there, rkey).inline(index, request.inline());
      case READ -> all.read(index, local, WORD, lkey, there, rkey);
      case FETCH_AND_ADD ->
          all.fetchAndAdd(index, local, lkey, there, rkey, request.compareOrAdd());
      case COMPARE_AND_SWAP ->
          all.compareAndSwap(
              index, local, lkey, there, rkey, request.compareOrAdd(), request.swap());
    }
  }

  private void read(WorkRequests all, int index) {
    all.read(index, node.yard(), WORD, node.lkey(), remote.yard(), remote.rkey());
  }

  private static int last(int request) {
    return request * (1 + MOST_AHEAD) + MOST_AHEAD;
  }

  /** Makes sure that the nodes reach each other. */
  private void attempt() {
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
    return "%s does not reach %s: %s; name devices that reach each other with --device, or one of them, which reaches itself"
        .formatted(node.context().device(), remote.context().device(), why);
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
        .address(last, node.address(posted.local(), slot))
        .remoteAddress(last, remote.address(posted.remote(), slot))
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
