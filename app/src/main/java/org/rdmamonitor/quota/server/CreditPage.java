// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.rdmamonitor.nativelib.posix.SharedPage;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Credits;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Resource;

/**
 * Credits of a process in memory that it shares. native/intercept/credits.h has the layout, and
 * tells in which order the process writes.
 */
final class CreditPage implements Credits, AutoCloseable {
  /**
   * The name of the file among the open files of the process, by which a later collector finds it.
   */
  static final String NAME = "rdma-monitor-credits";

  private static final long VERSION = 1;

  private static final int VERSION_AT = 0;
  private static final int PID_AT = 1;
  private static final int START_AT = 2;
  private static final int USED_AT = 3;

  /** A word for each of {@link Resource#OBJECTS}, in their order, with their size. */
  private static final int CREDITS_AT = 8;

  /** A word for each of {@link Resource#HELD}, in their order. */
  private static final int TAKEN_AT = 16;

  private static final int GIVEN_AT = 24;

  /** How often a change is tried, since the process may change the word in between. */
  private static final int TRIES = 10_000;

  private static final long SHUT = Long.MIN_VALUE;
  private static final int COUNT_SHIFT = 48;
  private static final long MOST_OBJECTS = 0x7fff;
  private static final long MOST_SIZE = (1L << COUNT_SHIFT) - 1;

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
    Amounts idle = Amounts.NONE;
    for (Resource kind : Resource.OBJECTS) {
      idle = idle.plus(amounts(kind, page.get(at(kind))));
    }
    return idle;
  }

  private static int at(Resource kind) {
    return CREDITS_AT + Resource.OBJECTS.indexOf(kind);
  }

  private static Amounts amounts(Resource kind, long word) {
    return Amounts.objects(kind, objects(word), size(word));
  }

  @Override
  public Amounts take(Amounts most) {
    Amounts taken = Amounts.NONE;
    for (Resource kind : Resource.OBJECTS) {
      taken = taken.plus(amounts(kind, take(at(kind), most.of(kind), most.sizeOf(kind))));
    }
    return taken;
  }

  /**
   * Changes a word, and returns what was taken. If the process keeps changing the word, nothing is
   * taken, and its leases still count.
   */
  private long take(int at, long mostObjects, long mostSize) {
    for (int i = 0; i < TRIES && (mostObjects > 0 || mostSize > 0); i++) {
      long before = page.get(at);
      long taken = word(Math.min(objects(before), mostObjects), Math.min(size(before), mostSize));
      if (taken == 0 || page.compareAndSet(at, before, before - taken)) {
        return taken;
      }
    }
    return 0;
  }

  @Override
  public boolean add(Amounts amounts) {
    Amounts added = Amounts.NONE;
    for (Resource kind : Resource.OBJECTS) {
      if (!add(at(kind), amounts.of(kind), amounts.sizeOf(kind))) {
        take(added);
        return false;
      }
      added = added.plus(Amounts.objects(kind, amounts.of(kind), amounts.sizeOf(kind)));
    }
    return true;
  }

  private boolean add(int at, long objects, long size) {
    if (objects == 0 && size == 0) {
      return true;
    }
    for (int i = 0; i < TRIES; i++) {
      long before = page.get(at);
      if (objects > MOST_OBJECTS - objects(before) || size > MOST_SIZE - size(before)) {
        return false;
      }
      if (page.compareAndSet(at, before, before + word(objects, size))) {
        return true;
      }
    }
    return false;
  }

  private static long objects(long word) {
    return (word & ~SHUT) >>> COUNT_SHIFT;
  }

  private static long size(long word) {
    return word & MOST_SIZE;
  }

  private static long word(long objects, long size) {
    return objects << COUNT_SHIFT | size;
  }

  @Override
  public void shut(boolean isShut) {
    for (Resource kind : Resource.OBJECTS) {
      if (isShut) {
        page.or(at(kind), SHUT);
      } else {
        page.and(at(kind), ~SHUT);
      }
    }
  }

  @Override
  public void use(boolean isUsed) {
    page.set(USED_AT, isUsed ? 1 : 0);
  }

  /**
   * Sums since the page was made, by index in {@link Resource#HELD}; they may overflow, and a
   * process may write anything.
   */
  private record Moves(List<Long> sums) {
    Amounts since(Moves before) {
      Amounts since = Amounts.NONE;
      for (int i = 0; i < sums.size(); i++) {
        long moved = Math.max(0, sums.get(i) - before.sums.get(i));
        since = since.plus(Amounts.of(Resource.HELD.get(i), moved));
      }
      return since;
    }
  }

  private Moves moves(int at) {
    return new Moves(IntStream.range(at, at + Resource.HELD.size()).mapToObj(page::get).toList());
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

  /** From now on the page must not be used any more. */
  @Override
  public void close() {
    page.close();
  }
}
