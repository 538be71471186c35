// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.Optional;
import org.rdmamonitor.nativelib.posix.SharedPage;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Credits;
import org.rdmamonitor.quota.ProcessKey;

/**
 * Credits of a process in memory that it shares. native/intercept/credits.h has the layout, and
 * says in which order the process writes.
 */
final class CreditPage implements Credits, AutoCloseable {
  /** As the file shows among the open files of the process, by which a later collector finds it. */
  static final String NAME = "rdma-monitor-credits";

  private static final long VERSION = 1;

  private static final int VERSION_AT = 0;
  private static final int PID_AT = 1;
  private static final int START_AT = 2;
  private static final int USED_AT = 3;
  private static final int QP_AT = 8;
  private static final int CQ_AT = 9;
  private static final int MR_AT = 10;

  /** Four words each: of queue pairs, completion queues, regions, and their bytes. */
  private static final int TAKEN_AT = 16;

  private static final int GIVEN_AT = 24;

  /** Of a change that the process may come between. */
  private static final int TRIES = 10_000;

  private static final long SHUT = Long.MIN_VALUE;
  private static final int COUNT_SHIFT = 48;
  private static final long MOST_OBJECTS = 0x7fff;
  private static final long MOST_BYTES = (1L << COUNT_SHIFT) - 1;

  private final SharedPage page;
  private Moves taken;
  private Moves given;

  private CreditPage(SharedPage page) {
    this.page = page;
    this.taken = moves(TAKEN_AT);
    this.given = moves(GIVEN_AT);
  }

  /** A new one, without credits. */
  static CreditPage create(ProcessKey process) {
    SharedPage page = SharedPage.create(NAME);
    page.set(PID_AT, process.pid());
    page.set(START_AT, process.start());
    page.set(VERSION_AT, VERSION);
    return new CreditPage(page);
  }

  /** The one that an earlier collector gave to a process, if it has it among its open files. */
  static Optional<CreditPage> find(ProcessKey process) {
    Optional<CreditPage> found = Optional.empty();
    for (SharedPage page : SharedPage.openIn(process.pid(), NAME).toList()) {
      boolean isOwn =
          page.get(VERSION_AT) == VERSION
              && page.get(PID_AT) == process.pid()
              && page.get(START_AT) == process.start();
      if (isOwn && found.isEmpty()) {
        found = Optional.of(new CreditPage(page));
      } else { // its parent's, for one
        page.close();
      }
    }
    return found;
  }

  /** To be handed to the process. */
  SharedPage page() {
    return page;
  }

  @Override
  public Amounts idle() {
    long regions = page.get(MR_AT);
    return new Amounts(
        objects(page.get(QP_AT)), objects(page.get(CQ_AT)), objects(regions), bytes(regions));
  }

  @Override
  public Amounts take(Amounts most) {
    long regions = take(MR_AT, most.mr(), most.mrBytes());
    return new Amounts(
        objects(take(QP_AT, most.qp(), 0)),
        objects(take(CQ_AT, most.cq(), 0)),
        objects(regions),
        bytes(regions));
  }

  /**
   * Gives a word of what was taken; none from a process that keeps changing it all the time, for
   * which it counts on.
   */
  private long take(int at, long mostObjects, long mostBytes) {
    for (int i = 0; i < TRIES && (mostObjects > 0 || mostBytes > 0); i++) {
      long before = page.get(at);
      long taken = word(Math.min(objects(before), mostObjects), Math.min(bytes(before), mostBytes));
      if (taken == 0 || page.compareAndSet(at, before, before - taken)) {
        return taken;
      }
    }
    return 0;
  }

  @Override
  public boolean add(Amounts amounts) {
    if (!add(QP_AT, amounts.qp(), 0)) {
      return false;
    }
    if (!add(CQ_AT, amounts.cq(), 0)) {
      take(QP_AT, amounts.qp(), 0);
      return false;
    }
    if (!add(MR_AT, amounts.mr(), amounts.mrBytes())) {
      take(QP_AT, amounts.qp(), 0);
      take(CQ_AT, amounts.cq(), 0);
      return false;
    }
    return true;
  }

  private boolean add(int at, long objects, long bytes) {
    if (objects == 0 && bytes == 0) {
      return true;
    }
    for (int i = 0; i < TRIES; i++) {
      long before = page.get(at);
      if (objects > MOST_OBJECTS - objects(before) || bytes > MOST_BYTES - bytes(before)) {
        return false;
      }
      if (page.compareAndSet(at, before, before + word(objects, bytes))) {
        return true;
      }
    }
    return false;
  }

  private static long objects(long word) {
    return (word & ~SHUT) >>> COUNT_SHIFT;
  }

  private static long bytes(long word) {
    return word & MOST_BYTES;
  }

  private static long word(long objects, long bytes) {
    return objects << COUNT_SHIFT | bytes;
  }

  @Override
  public void shut(boolean isShut) {
    for (int at = QP_AT; at <= MR_AT; at++) {
      if (isShut) {
        page.or(at, SHUT);
      } else {
        page.and(at, ~SHUT);
      }
    }
  }

  @Override
  public void use(boolean isUsed) {
    page.set(USED_AT, isUsed ? 1 : 0);
  }

  /** Sums since the page was made; they may overflow, and a process may write anything. */
  private record Moves(long qp, long cq, long mr, long mrBytes) {
    Amounts since(Moves before) {
      return new Amounts(
          Math.max(0, qp - before.qp),
          Math.max(0, cq - before.cq),
          Math.max(0, mr - before.mr),
          Math.max(0, mrBytes - before.mrBytes));
    }
  }

  private Moves moves(int at) {
    return new Moves(page.get(at), page.get(at + 1), page.get(at + 2), page.get(at + 3));
  }

  @Override
  public synchronized Flow flow() {
    Moves takenNow = moves(TAKEN_AT);
    Moves givenNow = moves(GIVEN_AT);
    Flow flow = new Flow(takenNow.since(taken), givenNow.since(given));
    taken = takenNow;
    given = givenNow;
    return flow;
  }

  /** Nothing is to be done with it any more. */
  @Override
  public void close() {
    page.close();
  }
}
