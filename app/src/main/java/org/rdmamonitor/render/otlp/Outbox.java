// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The observations that wait to be sent, the oldest first, up to a bound: those that come when it
 * is full are dropped, and counted. A batch stays here until it is settled, so the bound includes
 * everything that is not sent yet. One thread takes, and any thread puts.
 */
final class Outbox {
  /** How many of four places calls may take, so that they leave room for what is rarer. */
  private static final int MINOR_PARTS = 3;

  private static final int PARTS = 4;

  /** How often to check whether a caller that waits for room should stop. */
  private static final Duration GLANCE = Duration.ofMillis(50);

  private final int capacity;
  private final InstantSource clock;
  private final ArrayDeque<QueuedObservation> entries = new ArrayDeque<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long number;
  private long sent;
  private long rejected;
  private long dropped;
  private long unknown;

  /** How many, from the oldest, the receiver may have though it has not said so. */
  private int unsure;

  private boolean isAsked;
  private String trouble = "";
  private boolean isClosing;
  private boolean isAbandoned;
  private boolean isGivenUpOn;
  private boolean isRoomWanted;

  Outbox(int capacity, InstantSource clock) {
    this.capacity = capacity;
    this.clock = clock;
  }

  /** Puts an observation in, or drops it; does not wait. */
  void offer(Observation observation) {
    lock.lock();
    try {
      number++;
      if (hasRoom(observation)) {
        entries.add(new QueuedObservation(number, clock.instant(), observation));
        changed.signalAll();
      } else {
        dropped++;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds an observation as soon as there is room. It is dropped if there is none within this time;
   * then callers do not wait until something was sent again.
   *
   * @param isStopped asked now and then while it waits
   */
  void offer(Observation observation, Duration patience, BooleanSupplier isStopped) {
    long end = System.nanoTime() + patience.toNanos();
    lock.lock();
    try {
      while (!hasRoom(observation) && !isGivenUpOn && !isClosing) {
        if (System.nanoTime() - end >= 0 || isStopped.getAsBoolean()) {
          isGivenUpOn = true;
        } else {
          isRoomWanted = true;
          changed.signalAll();
          long ignored = changed.awaitNanos(GLANCE.toNanos());
        }
      }
      isRoomWanted = false;
      offer(observation);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      offer(observation);
    } finally {
      lock.unlock();
    }
  }

  private boolean hasRoom(Observation observation) {
    int places = observation.isMinor() ? capacity * MINOR_PARTS / PARTS : capacity;
    return !isClosing && entries.size() < places;
  }

  /**
   * Waits for a batch: until there are this many, or half as many as there is room for, or some
   * have waited for this long, or the end has come. The batch stays here.
   *
   * @return empty if nothing will ever come
   */
  List<QueuedObservation> next(int most, Duration linger) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (entries.isEmpty() && !isClosing) {
        changed.await();
      }
      long left = linger.toNanos();
      int enough = Math.min(most, capacity / 2);
      while (entries.size() < enough && !isRoomWanted && !isClosing && left > 0) {
        left = changed.awaitNanos(left);
      }
      return isAbandoned ? List.of() : entries.stream().limit(most).toList();
    } finally {
      lock.unlock();
    }
  }

  /** Takes note that the oldest ones are being sent. */
  void ask(int count) {
    lock.lock();
    try {
      isAsked = true;
      unsure = count;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the receiver is being asked at this moment. */
  boolean isAsked() {
    lock.lock();
    try {
      return isAsked;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Settles the oldest ones: the receiver has answered, or will not be asked.
   *
   * @param taken how many of them the receiver has accepted
   * @param why it has not accepted the others, or what else it says
   */
  void settle(int count, long taken, String why) {
    lock.lock();
    try {
      if (isAbandoned) {
        return;
      }
      isAsked = false;
      unsure = 0;
      for (int i = 0; i < count; i++) {
        entries.remove();
      }
      sent += taken;
      rejected += count - taken;
      trouble = why;
      isGivenUpOn &= taken == 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes note that a request came to nothing and will be tried again.
   *
   * @param mayHaveCome whether the receiver may have what was sent nevertheless
   */
  void trouble(String why, boolean mayHaveCome) {
    lock.lock();
    try {
      trouble = why;
      isAsked = false;
      unsure = mayHaveCome ? unsure : 0;
    } finally {
      lock.unlock();
    }
  }

  /** Takes nothing more in; what is here can still be sent. */
  void close() {
    lock.lock();
    try {
      isClosing = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Drops what is left, once and for all; of what was sent, the fate is not known. */
  void abandon() {
    lock.lock();
    try {
      isClosing = true;
      isAbandoned = true;
      int sentInVain = Math.min(unsure, entries.size());
      unknown += sentInVain;
      dropped += entries.size() - sentInVain;
      entries.clear();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  Delivery delivery() {
    lock.lock();
    try {
      return new Delivery(sent, rejected, dropped, unknown, entries.size(), trouble);
    } finally {
      lock.unlock();
    }
  }
}
