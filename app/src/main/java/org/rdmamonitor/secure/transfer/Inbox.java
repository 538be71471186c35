// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.ReceiveRequests;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;

/**
 * The receive requests of one lane, in a ring that is refilled in batches; they stay posted from
 * one size to the next. For one thread.
 */
final class Inbox {
  private static final int BATCH = 32;

  private final Lane lane;
  private final LaneLayout layout;
  private final Contents contents;
  private final ReceiveRequests ring;
  private final int batch;
  private final int header;
  private final boolean looks;
  private final boolean numbered;
  private final boolean writes;
  private int next;
  private int free;
  private long received;
  private long rejected;

  Inbox(TransferPlan plan, LaneLayout layout, Lane lane, Contents contents) {
    this.lane = lane;
    this.layout = layout;
    this.contents = contents;
    this.looks = contents.isLookedAt();
    this.numbered = Outbox.isNumbered(plan);
    this.writes = plan.operation() == Operation.WRITE_WITH_IMMEDIATE;
    this.header = plan.transport() == Transport.UD ? LaneLayout.GRH_BYTES : 0;
    this.ring = ReceiveRequests.of(receives(plan), writes ? 0 : 1);
    this.batch = Math.clamp(ring.size() / 4, 1, BATCH);
    this.free = ring.size();
    for (int i = 0; i < ring.size(); i++) {
      ring.id(i, Poller.id(lane.index(), i));
      if (!writes) {
        long at = lane.memory().start() + layout.openedOffset(i & layout.slots() - 1);
        ring.buffer(i, at, (int) layout.stride(), lane.lkey());
      }
    }
  }

  /**
   * How many receive requests the ring has: one per slot, if each message is looked at. A WRITE
   * with immediate data is in its slot before it takes a receive request; so there is one request
   * fewer than slots, or a WRITE could reach a slot whose last message has not been looked at yet.
   */
  private int receives(TransferPlan plan) {
    if (layout.slots() == 1) {
      return plan.receives();
    }
    return writes ? layout.slots() - 1 : Math.min(layout.slots(), plan.receives());
  }

  /** Begins a new size, of which nothing has come yet. */
  void prepare() {
    received = 0;
    rejected = 0;
    fill(1);
  }

  private void fill(int least) {
    while (free >= least) {
      int count = Math.min(free, ring.size() - next);
      lane.queuePair().postReceive(ring, next, count);
      next = next + count == ring.size() ? 0 : next + count;
      free -= count;
    }
  }

  /** Takes a message, and checks it; {@link #refill} posts its receive request again. */
  void take(Completions completions, int i) {
    if (looks) {
      look(completions, i);
    }
    received++;
    free++;
  }

  /**
   * Posts receive requests again, if there are enough to be worth a call. To be called after each
   * message.
   */
  void refill() {
    if (free >= batch) {
      fill(batch);
    }
  }

  /**
   * Posts receive requests again if there is none: otherwise what comes next would be lost, or have
   * to wait.
   */
  void refillIfEmpty() {
    if (free == ring.size()) {
      fill(1);
    }
  }

  private void look(Completions completions, int i) {
    long number = numbered ? completions.immediate(i) & 0xffff_ffffL : received;
    long receive = Poller.number(completions.id(i));
    int slot = (int) (writes ? number : receive) & layout.slots() - 1;
    int bytes = completions.length(i) - header;
    if (!contents.isRight(lane, layout.openedOffset(slot) + header, bytes, number)) {
      rejected++;
    }
  }

  long received() {
    return received;
  }

  long rejected() {
    return rejected;
  }
}
