// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;

class WorkloadNamesTest {
  private static final String ID = "0123456789abcdef".repeat(4);
  private static final Cgroup DOCKER = new Cgroup(7, "/docker/" + ID);
  private static final GivenNames WEB = GivenNames.ofContainer("web");

  private final AtomicLong nanos = new AtomicLong();
  private final Map<String, GivenNames> host = new ConcurrentHashMap<>();
  private final AtomicInteger lookups = new AtomicInteger();
  private final CountDownLatch disk = new CountDownLatch(1);
  private volatile boolean isStuck;
  private volatile Duration takes = Duration.ZERO;
  private final WorkloadNames names = new WorkloadNames(new Finder(), nanos::get, Runnable::run);

  private final class Finder implements NameFinder {
    @Override
    public Lookup begin() {
      return cgroup -> {
        lookups.incrementAndGet();
        nanos.addAndGet(takes.toNanos());
        if (isStuck) {
          awaitDisk();
        }
        return host.getOrDefault(cgroup.path(), GivenNames.NONE);
      };
    }

    private void awaitDisk() {
      try {
        disk.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public boolean isWhole(GivenNames found, Cgroup cgroup) {
      return !found.container().isEmpty();
    }

    @Override
    public void close() {}
  }

  @AfterEach
  void close() {
    disk.countDown();
    names.close();
  }

  @Test
  void aNewCgroupHasItsNamesAtOnceAndKeepsThem() {
    host.put(DOCKER.path(), WEB);
    assertThat(names.named(List.of(DOCKER))).containsExactly(DOCKER.called(WEB));

    host.clear();
    nanos.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(names.named(List.of(DOCKER))).containsExactly(DOCKER.called(WEB));
    assertThat(lookups).hasValue(1);
  }

  @Test
  void whatCanHaveNoNamesIsNotLookedFor() {
    List<Cgroup> others =
        List.of(
            Cgroup.KERNEL,
            Cgroup.OVERFLOW,
            Cgroup.withoutPath(3),
            new Cgroup(4, "/system.slice/a.service"),
            new Cgroup(5, "/system.slice/bob.service/docker-" + ID + ".scope", 2, GivenNames.NONE));
    assertThat(names.named(others)).isEqualTo(others);
    assertThat(lookups).hasValue(0);
  }

  @Test
  void whatWasNotFoundIsLookedForAgainLessAndLessOften() {
    for (int second = 0; second < 600; second++) {
      names.named(List.of(DOCKER));
      nanos.addAndGet(Duration.ofSeconds(1).toNanos());
    }
    // At 0, 1, 3, 7, 15, 31, 63, then every 64 seconds.
    assertThat(lookups).hasValue(7 + 8);

    host.put(DOCKER.path(), WEB);
    nanos.addAndGet(Duration.ofSeconds(64).toNanos());
    assertThat(names.named(List.of(DOCKER))).containsExactly(DOCKER.called(WEB));
  }

  @Test
  void aDiskThatDoesNotAnswerHoldsNobodyUpForLong() {
    isStuck = true;
    try (WorkloadNames slow =
        new WorkloadNames(
            new Finder(), nanos::get, look -> Thread.ofPlatform().daemon().start(look))) {
      assertThat(slow.named(List.of(DOCKER))).containsExactly(DOCKER);
      long begun = System.nanoTime();
      for (int i = 0; i < 1000; i++) {
        slow.named(List.of(DOCKER, new Cgroup(8, "/docker/a/" + ID)));
      }
      // A thousand times the wait for a new cgroup would take minutes.
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(60));
      assertThat(lookups).hasValueLessThanOrEqualTo(1);
    }
  }

  /** Whoever makes cgroups all the time. */
  @Test
  void lookingTakesASmallPartOfTheTime() {
    takes = Duration.ofMillis(100);
    for (int tenth = 0; tenth < 600; tenth++) {
      names.named(List.of(new Cgroup(100 + tenth, "/docker/" + tenth + "/" + ID)));
      nanos.addAndGet(Duration.ofMillis(100).toNanos());
    }
    assertThat(lookups.get()).isBetween(25, 32);
  }

  @Test
  void aLookEndsAndWhatIsLeftHasToWait() {
    takes = Duration.ofSeconds(1);
    List<Cgroup> many =
        LongStream.range(1, 9).mapToObj(id -> new Cgroup(id, "/docker/" + id + "/" + ID)).toList();
    names.named(many);
    assertThat(lookups).hasValue(3);
    nanos.addAndGet(Duration.ofMinutes(1).toNanos());
    names.named(many);
    assertThat(lookups).hasValue(6);
  }

  @Test
  void anotherPathOfTheSameIdHasOtherNames() {
    host.put(DOCKER.path(), WEB);
    names.named(List.of(DOCKER));
    Cgroup moved = new Cgroup(DOCKER.id(), "/docker/x/" + ID);
    assertThat(names.named(List.of(moved))).containsExactly(moved);
  }

  @Test
  void aCgroupThatIsGoneKeepsItsNames() {
    host.put(DOCKER.path(), WEB);
    names.named(List.of(DOCKER));
    host.clear();
    assertThat(names.named(List.of(DOCKER.removed())))
        .containsExactly(DOCKER.called(WEB).removed());
    assertThat(lookups).hasValue(1);
  }

  @Test
  void namesAreLookedForAgainWhereOthersMayHaveMadeThePath() {
    host.put(DOCKER.path(), WEB);
    names.named(List.of(DOCKER));
    Cgroup ofAUser = new Cgroup(DOCKER.id(), DOCKER.path(), 1, GivenNames.NONE);
    assertThat(names.named(List.of(ofAUser))).containsExactly(ofAUser);
  }

  @Test
  void whatIsNotAskedForIsForgotten() {
    host.put(DOCKER.path(), WEB);
    names.named(List.of(DOCKER));
    names.named(List.of());
    names.named(List.of(DOCKER));
    assertThat(lookups).hasValue(2);
  }
}
