// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Hanging;

class BooksTest {
  private static final Duration IN_FLIGHT = Duration.ofSeconds(30);
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** Long before anything that follows. */
  private static final long EARLIER = -100 * SECOND;

  private final Map<List<Object>, Lease> stored = new HashMap<>();

  private Books books(String... limits) {
    List<Limit> parsed = new ArrayList<>();
    for (String limit : limits) {
      parsed.add(Limit.parse(limit).orElseThrow());
    }
    return new Books(QuotaLimits.of(parsed), this::store, IN_FLIGHT);
  }

  private void store(Lease lease) {
    List<Object> holder = List.of(lease.process(), lease.cgroup());
    if (lease.amounts().isNone()) {
      stored.remove(holder);
    } else {
      stored.put(holder, lease);
    }
  }

  private static Tenant tenant(int pid, String cgroup) {
    return new Tenant(new ProcessKey(pid, 7), 1000, "app", cgroup);
  }

  private static KernelReading reading(long begun, Map<Tenant, Amounts> objects) {
    Map<KernelReading.Owner, Amounts> result = new HashMap<>();
    objects.forEach((tenant, amounts) ->
        result.put(
            new KernelReading.Owner(tenant.process(), tenant.uid(), tenant.comm(), tenant.cgroup()),
            amounts));
    return new KernelReading(begun, result);
  }

  private static Books.ReconcileResult reconcile(Books books, KernelReading reading) {
    return books.reconcile(reading, reading.begun());
  }

  private static Amounts qps(long count) {
    return Holdings.amounts(count, 0, 0, 0);
  }

  @Test
  void grantsUpToTheLimitOfTheHostAndSaysWhyNotMore() {
    Books books = books("qp=2");

    assertThat(books.request(tenant(1, "/a"), Amounts.ONE_QP, 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(2, "/b"), Amounts.ONE_QP, 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(3, "/c"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "on this host", 2, 2))
        .extracting(refused -> ((RequestVerdict.Refused) refused).sentence())
        .isEqualTo("2 of 2 queue pairs in use on this host");
    assertThat(books.usage(0).granted()).isEqualTo(2);
    assertThat(books.usage(0).refused()).isEqualTo(1);
  }

  @Test
  void aLimitOfACgroupHoldsForAllThatIsInIt() {
    Books books = books("/job:qp=2");

    books.request(tenant(1, "/job/step0"), Amounts.ONE_QP, 0);
    books.request(tenant(2, "/job"), Amounts.ONE_QP, 0);

    assertThat(books.request(tenant(3, "/job/step1/task"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "in /job", 2, 2));
    assertThat(books.request(tenant(4, "/jobs"), Amounts.ONE_QP, 0))
        .isEqualTo(RequestVerdict.GRANTED);
  }

  @Test
  void eachCgroupWithoutALimitOfItsOwnHasTheCommonOne() {
    Books books = books("*:qp=1", "/free:qp=unlimited");

    assertThat(books.request(tenant(1, "/a"), Amounts.ONE_QP, 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(2, "/a/b"), Amounts.ONE_QP, 0))
        .isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(3, "/a"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "in /a", 1, 1));
    assertThat(books.request(tenant(4, "/free"), qps(50), 0)).isEqualTo(RequestVerdict.GRANTED);
  }

  @Test
  void eachProcessHasWhatEachMayHave() {
    Books books = books("process:qp=2", "/a:qp=3");

    assertThat(books.request(tenant(1, "/a"), qps(2), 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(1, "/b"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "in this process", 2, 2));
    assertThat(books.request(tenant(2, "/a"), Amounts.ONE_QP, 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(2, "/a"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "in /a", 3, 3));
    books.release(new ProcessKey(1, 7), "/a", Amounts.ONE_QP, 0);
    assertThat(books.request(tenant(1, "/b"), Amounts.ONE_QP, 0)).isEqualTo(RequestVerdict.GRANTED);
  }

  @Test
  void callsAreCountedSecondBySecondAndDestructionsNeverRefused() {
    Books books = books("/a:calls=3", "*:calls=2");

    assertThat(books.request(tenant(1, "/a/b"), Amounts.ONE_QP, 10))
        .isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.release(new ProcessKey(1, 7), "/a/b", Amounts.ONE_QP, 20))
        .isEqualTo(Amounts.ONE_QP);
    assertThat(books.request(tenant(1, "/a/b"), Amounts.ONE_QP, 30))
        .isEqualTo(new RequestVerdict.Refused(Resource.CALLS, "in /a/b", 2, 2))
        .extracting(refused -> ((RequestVerdict.Refused) refused).sentence())
        .isEqualTo("2 of 2 control calls of this second made in /a/b");
    assertThat(books.request(tenant(2, "/a"), Amounts.ONE_QP, 40))
        .isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(2, "/a"), Amounts.ONE_QP, 50))
        .isEqualTo(new RequestVerdict.Refused(Resource.CALLS, "in /a", 3, 3));
    for (int i = 0; i < 5; i++) {
      books.release(new ProcessKey(2, 7), "/a", Amounts.ONE_QP, 60);
    }

    assertThat(books.usage(SECOND).calls()).isEqualTo(8);
    assertThat(books.request(tenant(1, "/a/b"), Amounts.ONE_QP, SECOND))
        .isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.usage(3 * SECOND).calls()).isZero();
  }

  @Test
  void aRegionTakesBytesAndANumberOrNeither() {
    Books books = books("mr=2", "mr-bytes=100");

    assertThat(books.request(tenant(1, "/"), Amounts.region(101), 0))
        .isInstanceOf(RequestVerdict.Refused.class);
    assertThat(books.total()).isEqualTo(Amounts.NONE);
    assertThat(books.request(tenant(1, "/"), Amounts.region(100), 0))
        .isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(1, "/"), Amounts.region(1), 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.MR_BYTES, "on this host", 100, 100));
    assertThat(books.request(tenant(1, "/"), Amounts.region(0), 0))
        .isEqualTo(RequestVerdict.GRANTED);
  }

  @Test
  void bytesThatCannotBeCountedAreRefused() {
    Books books = books();

    assertThat(books.request(tenant(1, "/"), Amounts.region(Long.MAX_VALUE), 0))
        .isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant(1, "/"), Amounts.region(1), 0))
        .isInstanceOf(RequestVerdict.Refused.class);
  }

  @Test
  void aCompletionQueueTakesEntriesAndANumberOrNeither() {
    Books books = books("cq-entries=100", "cq=2");
    Tenant tenant = tenant(1, "/a");

    assertThat(books.request(tenant, Amounts.queue(60), 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant, Amounts.queue(41), 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.CQ_ENTRIES, "on this host", 60, 100));
    assertThat(books.request(tenant, Amounts.queue(40), 0)).isEqualTo(RequestVerdict.GRANTED);
    assertThat(books.request(tenant, Amounts.queue(0), 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.CQ, "on this host", 2, 2));
    assertThat(books.total()).isEqualTo(Amounts.objects(Resource.CQ, 2, 100));
    books.release(tenant.process(), "/a", Amounts.queue(60), 0);
    assertThat(books.total()).isEqualTo(Amounts.queue(40));
  }

  @Test
  void whatADriverAddsToAQueueCountsAndIsNoBypass() {
    Books books = books("cq-entries=300");
    Tenant tenant = tenant(9, "/a");
    books.request(tenant, Amounts.queue(200), EARLIER);

    Books.ReconcileResult rounded =
        reconcile(books, reading(0, Map.of(tenant, Amounts.queue(255))));
    Books.ReconcileResult another =
        reconcile(books, reading(SECOND, Map.of(tenant, Amounts.objects(Resource.CQ, 2, 256))));

    assertThat(rounded.bypassing()).isEmpty();
    assertThat(books.check(tenant, Amounts.queue(45), 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.CQ_ENTRIES, "on this host", 256, 300));
    assertThat(another.bypassing())
        .extracting(Usage.OfProcess::uncovered)
        .containsExactly(Amounts.objects(Resource.CQ, 1, 56));
  }

  @Test
  void nobodyGivesBackMoreThanHeHolds() {
    Books books = books("qp=10");
    books.request(tenant(1, "/a"), qps(3), 0);
    books.request(tenant(2, "/a"), qps(4), 0);

    assertThat(books.release(tenant(1, "/a").process(), "/a", qps(9), 0)).isEqualTo(qps(3));
    assertThat(books.release(tenant(3, "/a").process(), "/a", qps(9), 0)).isEqualTo(qps(0));
    assertThat(books.total()).isEqualTo(qps(4));
  }

  @Test
  void whatAProcessHoldsStaysInTheCgroupWhereItWasGranted() {
    Books books = books("/a:qp=1", "/b:qp=1");
    books.request(tenant(1, "/a"), Amounts.ONE_QP, 0);
    books.request(tenant(1, "/b"), Amounts.ONE_QP, 0);

    books.release(tenant(1, "/b").process(), "/b", Amounts.ONE_QP, 0);

    assertThat(books.check(tenant(2, "/a"), Amounts.ONE_QP, 0))
        .isInstanceOf(RequestVerdict.Refused.class);
    assertThat(books.check(tenant(2, "/b"), Amounts.ONE_QP, 0)).isEqualTo(RequestVerdict.GRANTED);
  }

  @Test
  void aProcessThatEndsReturnsAllAndOnlyItsOwn() {
    Books books = books("qp=10");
    books.request(tenant(1, "/a"), qps(3), 0);
    Tenant samePidLater = new Tenant(new ProcessKey(1, 8), 1000, "app", "/a");
    books.request(samePidLater, qps(4), 0);

    assertThat(books.end(tenant(1, "/a").process())).isEqualTo(qps(3));
    assertThat(books.end(tenant(1, "/a").process())).isEqualTo(qps(0));
    assertThat(books.total()).isEqualTo(qps(4));
    assertThat(stored.values())
        .containsExactly(new Lease(samePidLater.process(), 1000, "/a", qps(4)));
  }

  @Test
  void aLowerLimitTakesNothingAway() {
    Books books = books("qp=10");
    books.request(tenant(1, "/"), qps(5), 0);

    books.set(List.of(Limit.parse("qp=3").orElseThrow()), 0);

    assertThat(books.total()).isEqualTo(qps(5));
    assertThat(books.check(tenant(1, "/"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "on this host", 5, 3));
  }

  @Test
  void aLeaseWithoutAnObjectIsDroppedWhenItIsOld() {
    Books books = books("qp=10");
    books.request(tenant(1, "/a"), qps(4), EARLIER);

    Books.ReconcileResult outcome = reconcile(books, reading(0, Map.of(tenant(1, "/a"), qps(1))));

    assertThat(outcome.dropped()).isEqualTo(qps(3));
    assertThat(books.total()).isEqualTo(qps(1));
    assertThat(stored.values())
        .containsExactly(new Lease(tenant(1, "/a").process(), 1000, "/a", qps(1)));
  }

  @Test
  void aLeaseInFlightIsNeverDropped() {
    Books books = books("qp=10");
    books.request(tenant(1, "/a"), qps(4), EARLIER);
    books.request(tenant(1, "/a"), qps(2), -29 * SECOND);
    books.request(tenant(2, "/a"), qps(3), SECOND); // after the reading began

    Books.ReconcileResult outcome = reconcile(books, reading(0, Map.of(tenant(1, "/a"), qps(4))));

    assertThat(outcome.dropped()).isEqualTo(qps(0));
    assertThat(books.total()).isEqualTo(qps(9));
  }

  @Test
  void whatWasGivenBackAfterTheReadingBeganIsNoBypass() {
    Books books = books("qp=10");
    books.request(tenant(1, "/a"), qps(4), EARLIER);
    books.release(tenant(1, "/a").process(), "/a", qps(3), SECOND);

    Books.ReconcileResult outcome = reconcile(books, reading(0, Map.of(tenant(1, "/a"), qps(4))));

    assertThat(outcome.bypassing()).isEmpty();
    assertThat(books.total()).isEqualTo(qps(1));
  }

  @Test
  void whoClaimsToHaveGivenBackWhatHeHasIsFoundByTheNextReading() {
    Books books = books("qp=4");
    books.request(tenant(1, "/a"), qps(4), EARLIER);
    books.release(tenant(1, "/a").process(), "/a", qps(4), EARLIER);

    Books.ReconcileResult outcome = reconcile(books, reading(0, Map.of(tenant(1, "/a"), qps(4))));

    assertThat(outcome.bypassing())
        .singleElement()
        .satisfies(process -> assertThat(process.uncovered()).isEqualTo(qps(4)));
    assertThat(books.check(tenant(1, "/a"), Amounts.ONE_QP, 0))
        .isInstanceOf(RequestVerdict.Refused.class);
  }

  @Test
  void objectsWithoutALeaseCountAgainstTheLimitsUntilTheyAreGone() {
    Books books = books("/a:qp=5");

    Books.ReconcileResult first = reconcile(books, reading(0, Map.of(tenant(9, "/a/b"), qps(5))));
    Books.ReconcileResult second =
        reconcile(books, reading(SECOND, Map.of(tenant(9, "/a/b"), qps(5))));

    assertThat(first.bypassing())
        .extracting(Usage.OfProcess::process)
        .containsExactly(tenant(9, "/a/b").process());
    assertThat(second.bypassing()).as("it was told").isEmpty();
    assertThat(books.usage(0).uncovered()).isEqualTo(qps(5));
    assertThat(books.check(tenant(1, "/a"), Amounts.ONE_QP, 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "in /a", 5, 5));

    reconcile(books, reading(2 * SECOND, Map.of()));

    assertThat(books.total()).isEqualTo(qps(0));
    assertThat(books.usage(0).processes()).isEmpty();
  }

  @Test
  void objectsOfAKindThatNothingLimitsAreNoBypass() {
    Books books = books("qp=5");

    Books.ReconcileResult outcome =
        reconcile(books, reading(0, Map.of(tenant(9, "/a"), Holdings.amounts(0, 3, 0, 0))));

    assertThat(outcome.bypassing()).isEmpty();
    assertThat(books.total()).isEqualTo(Holdings.amounts(0, 3, 0, 0));
  }

  @Test
  void objectsWithoutALeaseFollowTheirProcessToAnotherCgroup() {
    Books books = books();
    reconcile(books, reading(0, Map.of(tenant(9, "/a"), qps(5))));

    reconcile(books, reading(SECOND, Map.of(tenant(9, "/b"), qps(5))));

    assertThat(books.usage(0).cgroups())
        .containsExactly(new Usage.OfCgroup("/b", qps(5), qps(5), 0));
  }

  @Tag("long")
  @RepeatedTest(20)
  void manyThreadsAreGrantedExactlyWhatThereIs() throws InterruptedException {
    int limit = 1 + new Random().nextInt(100);
    Books books = books("qp=" + limit);
    AtomicInteger granted = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 400; i++) {
        int pid = i;
        threads.execute(() -> {
          awaitQuietly(start);
          if (books.request(tenant(pid, "/a"), Amounts.ONE_QP, 0)
              instanceof RequestVerdict.Granted) {
            granted.incrementAndGet();
          }
        });
      }
      start.countDown();
    }

    assertThat(granted).hasValue(limit);
    assertThat(books.total()).isEqualTo(qps(limit));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(Hanging.SECONDS, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Processes make and destroy objects as the interceptor has it (granted, made, destroyed, told),
   * while the kernel is read again and again: nothing is dropped, and nobody is accused.
   */
  @Tag("long")
  @RepeatedTest(5)
  void readingsDoNotDisturbWhoKeepsTheRules() throws Exception {
    int limit = 6;
    int readings = 50;
    Books books = books("qp=" + limit);
    Map<Tenant, AtomicInteger> kernel = new ConcurrentHashMap<>();
    CountDownLatch read = new CountDownLatch(readings);
    List<Books.ReconcileResult> outcomes = new ArrayList<>();
    List<Future<?>> tenants = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        Tenant tenant = tenant(i, "/a" + i % 3);
        kernel.put(tenant, new AtomicInteger());
        tenants.add(threads.submit(() -> keepTheRules(books, tenant, kernel.get(tenant), read)));
      }
      for (int i = 0; i < readings; i++) {
        long begun = System.nanoTime();
        Map<Tenant, Amounts> counted = new HashMap<>();
        kernel.forEach((tenant, count) -> counted.put(tenant, qps(count.get())));
        assertThat(books.total().of(Resource.QP)).isLessThanOrEqualTo(limit);
        outcomes.add(books.reconcile(reading(begun, counted), System.nanoTime()));
        read.countDown();
      }
      for (Future<?> tenant : tenants) {
        tenant.get();
      }
    }

    assertThat(outcomes).allMatch(outcome -> outcome.bypassing().isEmpty());
    assertThat(outcomes).allMatch(outcome -> outcome.dropped().isNone());
    assertThat(books.total().of(Resource.QP))
        .isEqualTo(kernel.values().stream().mapToInt(AtomicInteger::get).sum());
  }

  private static void keepTheRules(
      Books books, Tenant tenant, AtomicInteger objects, CountDownLatch read) {
    Random random = new Random();
    for (int i = 0; i < 5000 || read.getCount() > 0; i++) {
      if (random.nextBoolean()) {
        RequestVerdict verdict = books.request(tenant, Amounts.ONE_QP, System.nanoTime());
        if (verdict instanceof RequestVerdict.Granted) {
          objects.incrementAndGet();
        }
      } else if (objects.get() > 0) {
        objects.decrementAndGet();
        books.release(tenant.process(), tenant.cgroup(), Amounts.ONE_QP, System.nanoTime());
      }
    }
  }

  /** Whatever happens, the sums are those of the parts, and no limit is exceeded by a grant. */
  @Tag("long")
  @RepeatedTest(20)
  void sumsAreThoseOfTheParts() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Books books = books("qp=60", "*:qp=20", "/a:mr-bytes=500", "/a/b:cq=7");
    List<String> cgroups = List.of("/", "/a", "/a/b", "/a/c", "/d");
    long now = EARLIER;
    for (int i = 0; i < 2000; i++) {
      Tenant tenant = tenant(random.nextInt(12), cgroups.get(random.nextInt(cgroups.size())));
      Amounts amounts =
          switch (random.nextInt(3)) {
            case 0 -> Amounts.ONE_QP;
            case 1 -> Holdings.ONE_CQ;
            default -> Amounts.region(random.nextInt(200));
          };
      now += random.nextInt(3) * SECOND / 2;
      switch (random.nextInt(10)) {
        case 0 -> books.end(tenant.process());
        case 1 ->
            reconcile(
                books,
                reading(now, Map.of(tenant, qps(random.nextInt(5)), tenant(99, "/d"), qps(1))));
        case 2, 3, 4 -> books.release(tenant.process(), tenant.cgroup(), amounts, now);
        default -> {
          RequestVerdict verdict = books.request(tenant, amounts, now);
          if (verdict instanceof RequestVerdict.Granted && !amounts.equals(Holdings.ONE_CQ)) {
            assertThat(books.total().of(Resource.QP)).as("seed %d", seed).isLessThanOrEqualTo(60);
          }
        }
      }
      Usage usage = books.usage(0);
      Amounts parts = Amounts.NONE;
      for (Usage.OfProcess process : usage.processes()) {
        parts = parts.plus(process.granted()).plus(process.uncovered());
      }
      Amounts own =
          usage.cgroups().stream().map(Usage.OfCgroup::own).reduce(Amounts.NONE, Amounts::plus);
      assertThat(usage.total()).as("seed %d", seed).isEqualTo(parts).isEqualTo(own);
      assertThat(stored.values().stream().map(Lease::amounts).reduce(Amounts.NONE, Amounts::plus))
          .as("seed %d", seed)
          .isEqualTo(
              books.leases().stream().map(Lease::amounts).reduce(Amounts.NONE, Amounts::plus));
    }
  }

  @Test
  void whatAProcessBypassedCountsUntilItHasEnded() {
    Books books = books("qp=5");
    Tenant bypassing = tenant(1, "/a");
    reconcile(books, reading(100, Map.of(bypassing, qps(4))));
    assertThat(books.usage(0).uncovered()).isEqualTo(qps(4));
    assertThat(books.request(tenant(2, "/b"), qps(2), 0))
        .isEqualTo(new RequestVerdict.Refused(Resource.QP, "on this host", 4, 5));

    books.end(bypassing.process());

    assertThat(books.usage(0).uncovered()).isEqualTo(Amounts.NONE);
    assertThat(books.request(tenant(2, "/b"), qps(5), 0)).isEqualTo(RequestVerdict.GRANTED);
  }
}
