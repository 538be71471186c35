// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.rdmamonitor.nativelib.verbs.WorkRequests;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Transport;

/**
 * The operations that one lane begins. They are posted in batches; a few of them are signalled; and
 * there are never more under way than fit. For one thread.
 */
final class Outbox {
  private final Lane lane;
  private final LaneLayout layout;
  private final TransferPlan plan;
  private final Contents contents;
  private final Operation operation;
  private final WorkRequests requests;
  private final int depth;
  private int batch;
  private final int moderation;
  private final boolean numbered;
  private final boolean writesEach;
  private final boolean checksEach;
  private final boolean varies;
  private final long base;
  private final long remote;
  private long wireBytes;
  private long posted;
  private long completed;
  private long signalled;
  private long limit;
  private long ahead;
  private long rejected;

  /**
   * The outbox of a lane.
   *
   * @param batch how many may be posted at once
   * @param moderation one in this many is signalled
   */
  Outbox(
      TransferPlan plan,
      LaneLayout layout,
      Lane lane,
      Contents contents,
      int batch,
      int moderation) {
    this.plan = plan;
    this.lane = lane;
    this.layout = layout;
    this.contents = contents;
    this.operation = plan.operation();
    this.depth = layout.slots() == 1 ? plan.depth() : Math.min(plan.depth(), layout.slots());
    this.batch = Math.clamp(Math.max(1, depth / 4), 1, batch);
    this.moderation = Math.clamp(Math.max(1, depth / 2), 1, moderation);
    this.requests = WorkRequests.of(this.batch);
    this.base = lane.memory().start();
    boolean sends = operation == Operation.SEND;
    this.remote = sends ? 0 : lane.remote().map(Lane.Remote::address).orElse(0L);
    this.numbered = isNumbered(plan);
    boolean reads = operation == Operation.READ || operation.isAtomic();
    this.checksEach = reads && (plan.verify() || plan.sealed());
    this.writesEach = !reads && (plan.sealed() || (plan.verify() && operation != Operation.WRITE));
    this.varies =
        layout.slots() > 1 || numbered || writesEach || operation == Operation.COMPARE_AND_SWAP;
  }

  /** As the plan's tuning says. */
  static Outbox of(TransferPlan plan, LaneLayout layout, Lane lane, Contents contents) {
    Tuning tuning = plan.tuning();
    return new Outbox(plan, layout, lane, contents, tuning.batch(), tuning.moderation());
  }

  /** Whether messages carry their number as immediate data. */
  static boolean isNumbered(TransferPlan plan) {
    boolean looks = plan.verify() || plan.sealed() || LaneLayout.isPingPong(plan);
    return switch (plan.operation()) {
      case WRITE_WITH_IMMEDIATE -> true;
      case SEND -> looks && plan.transport() != Transport.RC;
      default -> false;
    };
  }

  void prepare(long wireBytes) {
    this.wireBytes = wireBytes;
    batch = Math.clamp(plan.tuning().batchBytes() / wireBytes, 1, requests.size());
    posted = 0;
    completed = 0;
    signalled = 0;
    limit = 0;
    ahead = 0;
    rejected = 0;
    if (plan.verify() && operation == Operation.WRITE && !plan.sealed()) {
      for (int slot = 0; slot < layout.slots(); slot++) {
        contents.write(lane, layout.ownOffset(slot), slot);
      }
    }
    for (int i = 0; i < batch; i++) {
      layOut(i);
    }
  }

  private void layOut(int i) {
    int bytes = (int) wireBytes;
    int lkey = lane.lkey();
    int rkey = lane.remote().map(Lane.Remote::rkey).orElse(0);
    switch (operation) {
      case SEND -> {
        if (numbered) {
          requests.sendImmediate(i, base, bytes, lkey, 0);
        } else {
          requests.send(i, base, bytes, lkey);
        }
      }
      case WRITE -> requests.write(i, base, bytes, lkey, remote, rkey);
      case WRITE_WITH_IMMEDIATE -> requests.writeImmediate(i, base, bytes, lkey, remote, rkey, 0);
      case READ -> requests.read(i, base, bytes, lkey, remote, rkey);
      case COMPARE_AND_SWAP -> requests.compareAndSwap(i, base, lkey, remote, rkey, 0, 1);
      case FETCH_AND_ADD -> requests.fetchAndAdd(i, base, lkey, remote, rkey, 1);
    }
    lane.destination()
        .ifPresent(to -> requests.destination(i, to.handle(), to.queuePair(), to.qkey()));
    boolean sends = operation != Operation.READ && !operation.isAtomic();
    int most = Math.min(plan.tuning().inline(), lane.queuePair().maxInline());
    requests.inline(i, sends && wireBytes <= most).signalled(i, false);
  }

  /** Permits this many more operations to be begun. */
  void extend(long operations) {
    limit = Math.addExact(posted, operations);
  }

  /** Gives the next message this number, whatever those before had. */
  void renumber(long next) {
    ahead = next - posted;
  }

  /**
   * Begins no more operations, except one if the last one posted is not signalled: without its
   * completion nobody would learn that the operations before it are done.
   */
  void end() {
    limit = Math.min(limit, posted > signalled ? posted + 1 : posted);
  }

  /** Posts as many as fit; returns how many. */
  int post() {
    long left = limit - posted;
    int count = (int) Math.min(batch, left);
    if (count <= 0 || depth - (posted - completed) < count) {
      return 0;
    }
    if (varies) {
      for (int i = 0; i < count; i++) {
        vary(i);
      }
    }
    long after = posted + count;
    boolean signals =
        after - signalled >= moderation || after == limit || depth - (after - completed) < batch;
    if (signals) {
      int last = count - 1;
      requests.id(last, Poller.id(lane.index(), after)).signalled(last, true);
      lane.queuePair().postSend(requests, 0, count);
      requests.signalled(last, false);
      signalled = after;
    } else {
      lane.queuePair().postSend(requests, 0, count);
    }
    posted = after;
    return count;
  }

  /** Sets up the i-th of the next requests. */
  private void vary(int i) {
    // Slots here are used in the order of posting: numbers may leave some out.
    long order = posted + i;
    long number = order + ahead;
    int slot = (int) number & layout.slots() - 1;
    long offset = layout.ownOffset((int) order & layout.slots() - 1);
    requests.address(i, base + offset);
    if (operation.isAtomic()) {
      if (operation == Operation.COMPARE_AND_SWAP) {
        requests.compareOrAdd(i, number).swap(i, number + 1);
      }
      return;
    }
    if (remote != 0) {
      requests.remoteAddress(i, remote + slot * layout.stride());
    }
    if (numbered) {
      requests.immediate(i, (int) number);
    }
    if (writesEach) {
      // The other end cannot tell which WRITE to a slot was the last one, so all WRITEs to a slot
      // have the same pattern.
      boolean bySlot = operation == Operation.WRITE && layout.slots() > 1;
      contents.write(lane, offset, bySlot ? slot : number);
    } else if (checksEach) {
      lane.memory().segment().set(JAVA_BYTE, offset, (byte) 0); // not to be taken for a new one
    }
  }

  /** All operations up to this number are done; checks those that brought data. */
  void complete(long upTo) {
    if (checksEach) {
      for (long number = completed; number < upTo; number++) {
        if (!isRight(number)) {
          rejected++;
        }
      }
    }
    completed = upTo;
  }

  /** Takes the completions that are there, from a queue that only this lane uses. */
  void takeFrom(Poller sends) {
    int count = sends.poll();
    for (int i = 0; i < count; i++) {
      complete(Poller.number(sends.completions().id(i)));
    }
  }

  private boolean isRight(long number) {
    int slot = (int) number & layout.slots() - 1;
    long offset = layout.ownOffset(slot);
    return operation.isAtomic()
        ? lane.memory().segment().get(JAVA_LONG, offset) == number
        : contents.isRight(lane, offset, wireBytes, slot);
  }

  boolean isDone() {
    return completed == limit;
  }

  long posted() {
    return posted;
  }

  long completed() {
    return completed;
  }

  long rejected() {
    return rejected;
  }
}
