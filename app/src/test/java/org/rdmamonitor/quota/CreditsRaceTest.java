// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.rdmamonitor.Hanging;

/** Processes with credits, all at once. */
class CreditsRaceTest extends CreditsTrial {
  /**
   * All at once, again and again, with credits all over the place: exactly as many as there are.
   */
  @Tag("long")
  @RepeatedTest(10)
  void ofManyThatRaceExactlyAsManyGetOneAsThereAre() throws Exception {
    int limit = 3 + new Random().nextInt(20);
    int racers = 32;
    books("qp=" + limit);
    AtomicInteger inUse = new AtomicInteger();
    CyclicBarrier barrier = new CyclicBarrier(racers + 1);
    List<Future<?>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < racers; i++) {
        Program program = new Program(books, i, "/a" + i % 4);
        all.add(threads.submit(() -> race(program, inUse, barrier)));
      }
      for (int round = 0; round < 100; round++) {
        barrier.await(Hanging.SECONDS, TimeUnit.SECONDS);
        barrier.await(Hanging.SECONDS, TimeUnit.SECONDS);
        assertThat(inUse).as("round %d", round).hasValue(limit);
        assertThat(books.total()).isEqualTo(qps(limit));
        barrier.await(Hanging.SECONDS, TimeUnit.SECONDS);
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(books.total()).isEqualTo(Amounts.NONE);
    assertThat(stored().of(Resource.QP)).isLessThanOrEqualTo(limit);
  }

  private static Void race(Program program, AtomicInteger inUse, CyclicBarrier barrier)
      throws Exception {
    for (int round = 0; round < 100; round++) {
      barrier.await(Hanging.SECONDS, TimeUnit.SECONDS);
      boolean isMade = program.make(Amounts.ONE_QP);
      if (isMade) {
        inUse.incrementAndGet();
      }
      barrier.await(Hanging.SECONDS, TimeUnit.SECONDS);
      barrier.await(Hanging.SECONDS, TimeUnit.SECONDS);
      if (isMade) {
        inUse.decrementAndGet();
        program.destroy(Amounts.ONE_QP, 1);
      }
    }
    return null;
  }

  /**
   * As many processes as places, each with one object at a time: there is always one that nobody
   * uses, be it here or there, and so nobody is ever refused. Meanwhile others look and correct.
   */
  @Tag("long")
  @RepeatedTest(10)
  void nobodyIsRefusedWhileThereIsOneThatNobodyUses() throws Exception {
    int places = 2 + new Random().nextInt(6);
    books("qp=" + places);
    AtomicInteger inUse = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Future<Integer>> all = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(places)) {
      for (int i = 0; i < places; i++) {
        Program program = new Program(books, i, "/a");
        all.add(threads.submit(() -> churn(program, inUse, most)));
      }
      while (!all.stream().allMatch(Future::isDone)) {
        books.tend(System.nanoTime());
        assertThat(books.total().of(Resource.QP)).isLessThanOrEqualTo(places);
      }
      for (Future<Integer> one : all) {
        assertThat(one.get()).as("refusals").isZero();
      }
    }
    assertThat(most.get()).isBetween(1, places);
    assertThat(books.total()).isEqualTo(Amounts.NONE);
  }

  private static int churn(Program program, AtomicInteger inUse, AtomicInteger most) {
    int refusals = 0;
    for (int i = 0; i < 20_000; i++) {
      if (program.make(Amounts.ONE_QP)) {
        most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
        inUse.decrementAndGet();
        program.destroy(Amounts.ONE_QP, 1);
      } else {
        refusals++;
      }
    }
    return refusals;
  }
}
