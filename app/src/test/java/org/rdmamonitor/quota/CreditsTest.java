// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CreditsTest extends CreditsTrial {
  @Test
  void whoMakesOneAgainAndAgainAsksOnce() {
    Program program = new Program(books("qp=1"), 1, "/a");

    for (int i = 0; i < 100; i++) {
      program.make(Amounts.ONE_QP, 1);
      program.destroy(Amounts.ONE_QP, 1);
    }

    assertThat(program.asked).isEqualTo(1);
    assertThat(books.usage(0).granted()).as("each counts").isEqualTo(100);
  }

  @Test
  void whoMakesManyAsksMoreSeldomWithEach() {
    Program program = new Program(books("mr-bytes=1T"), 1, "/a");

    program.make(Amounts.region(4096), 1000);

    assertThat(program.asked).isLessThan(30);
    assertThat(books.total()).isEqualTo(Holdings.amounts(0, 0, 1000, 4096 * 1000));
    assertThat(stored().of(Resource.MR)).as("leases, used or not").isGreaterThan(1000);
  }

  @Test
  void nothingIsGrantedAheadWithTheFirstOrWhereThereIsLittleRoom() {
    Program first = new Program(books("qp=100"), 1, "/a");
    first.make(Amounts.ONE_QP, 1);
    assertThat(stored()).isEqualTo(qps(1));

    Program second = new Program(books, 2, "/a");
    second.make(Amounts.ONE_QP, 97);
    long leases = stored().of(Resource.QP);
    second.make(Amounts.ONE_QP, 1);

    assertThat(stored().of(Resource.QP))
        .as("room for two, two who may want them")
        .isLessThan(leases + 2);
    second.make(Amounts.ONE_QP, 1);
    assertThat(stored()).isEqualTo(qps(100));
    assertThat(second.make(Amounts.ONE_QP)).isFalse();
  }

  @Test
  void whatNobodyUsesIsNotInUse() {
    Program program = new Program(books("/a:qp=10"), 1, "/a/b");
    program.make(Amounts.ONE_QP, 5);
    program.destroy(Amounts.ONE_QP, 3);

    assertThat(books.total()).isEqualTo(qps(2));
    assertThat(books.of(program.tenant.process())).isEqualTo(qps(2));
    Usage usage = books.usage(0);
    assertThat(usage.total()).isEqualTo(qps(2));
    assertThat(usage.cgroups())
        .extracting(Usage.OfCgroup::path, Usage.OfCgroup::own, Usage.OfCgroup::tree)
        .containsExactly(tuple("/a", Amounts.NONE, qps(2)), tuple("/a/b", qps(2), qps(2)));
    assertThat(usage.processes())
        .singleElement()
        .extracting(Usage.OfProcess::granted)
        .isEqualTo(qps(2));
    program.destroy(Amounts.ONE_QP, 2);
    assertThat(books.usage(0).processes()).isEmpty();
    assertThat(books.usage(0).total()).isEqualTo(Amounts.NONE);
  }

  @Test
  void othersHaveAllThatIsNotUsed() {
    books("mr=10");
    Program first = new Program(books, 1, "/a");
    Program second = new Program(books, 2, "/b");
    first.make(Amounts.region(4096), 10);
    first.destroy(Amounts.region(4096), 10);

    second.make(Amounts.region(1 << 20), 10);

    assertThat(second.refusal(Amounts.region(1)))
        .hasValue(new RequestVerdict.Refused(Resource.MR, "on this host", 10, 10));
    assertThat(first.refusal(Amounts.region(1)))
        .hasValue(new RequestVerdict.Refused(Resource.MR, "on this host", 10, 10));
    second.destroy(Amounts.region(1 << 20), 1);
    assertThat(first.make(Amounts.region(1))).isTrue();
    assertThat(books.total()).isEqualTo(Holdings.amounts(0, 0, 10, (9 << 20) + 1));
    assertThat(stored().of(Resource.MR)).isEqualTo(10);
  }

  @Test
  void bytesThatNobodyUsesAreRecalledForARegionThatNeedsThem() {
    books("mr-bytes=1000");
    Program first = new Program(books, 1, "/a");
    first.make(Amounts.region(300), 3);
    first.destroy(Amounts.region(300), 2);

    assertThat(new Program(books, 2, "/a").refusal(Amounts.region(701)))
        .hasValue(new RequestVerdict.Refused(Resource.MR_BYTES, "on this host", 300, 1000));
    assertThat(new Program(books, 3, "/a").make(Amounts.region(700))).isTrue();
    assertThat(books.total().of(Resource.MR_BYTES)).isEqualTo(1000);
  }

  @Test
  void whoWasLookedAtInVainGoesOnWithoutAsking() {
    Program first = new Program(books("qp=10"), 1, "/a");
    first.make(Amounts.ONE_QP, 6);
    first.destroy(Amounts.ONE_QP, 2);
    assertThat(new Program(books, 2, "/b").refusal(qps(7)))
        .hasValue(new RequestVerdict.Refused(Resource.QP, "on this host", 4, 10));
    long asked = first.asked;

    assertThat(first.make(Amounts.ONE_QP)).isTrue();

    assertThat(first.asked).isEqualTo(asked);
  }

  /** Those who came first either. */
  @ParameterizedTest
  @CsvSource({"/a:qp=2, /a/x, /a/y", "*:qp=2, /a, /a"})
  void aShortageInACgroupTakesNothingFromOthers(String limit, String holder, String asking) {
    books(limit, "qp=100");
    Program outside = new Program(books, 1, "/b");
    Program inside = new Program(books, 2, holder);
    for (Program one : List.of(outside, inside)) {
      one.make(Amounts.ONE_QP, 2);
      one.destroy(Amounts.ONE_QP, 2);
    }

    new Program(books, 3, asking).make(Amounts.ONE_QP, 2);

    assertThat(inside.credits.idle()).isEqualTo(Amounts.NONE);
    assertThat(outside.credits.idle().of(Resource.QP)).isGreaterThanOrEqualTo(2);
  }

  @Test
  void whoAsksForMoreThanThereCanBeTakesNothingFromOthers() {
    books("qp=10", "mr-bytes=1000");
    Program first = new Program(books, 1, "/a");
    first.make(Amounts.region(400), 2);
    first.destroy(Amounts.region(400), 1);

    assertThat(new Program(books, 2, "/a").make(Amounts.region(1001))).isFalse();
    assertThat(new Program(books, 3, "/a").make(Amounts.region(601))).isFalse();
    assertThat(first.credits.idle()).isEqualTo(Amounts.region(400));
  }

  @Test
  void aProcessHasOnlyWhatItUsesCountedAgainstItsOwnLimit() {
    books("process:mr=2", "process:mr-bytes=100");
    Program other = new Program(books, 1, "/a");
    Program program = new Program(books, 2, "/a");
    for (Program one : List.of(other, program)) {
      one.make(Amounts.region(50), 2);
      one.destroy(Amounts.region(50), 2);
    }

    program.make(Amounts.region(90), 1);
    program.make(Amounts.region(10), 1);

    assertThat(program.refusal(Amounts.region(0)))
        .hasValue(new RequestVerdict.Refused(Resource.MR, "in this process", 2, 2));
    assertThat(other.credits.idle().of(Resource.MR)).as("what others do not use").isEqualTo(2);
  }

  @Test
  void limitsThatAreSetLowerHoldForCreditsToo() {
    Program program = new Program(books("qp=10"), 1, "/a");
    program.make(Amounts.ONE_QP, 6);
    program.destroy(Amounts.ONE_QP, 3);

    books.set(limits("qp=3"), 0);

    assertThat(program.make(Amounts.ONE_QP)).isFalse();
    assertThat(books.total()).isEqualTo(qps(3));
  }

  @Test
  void whereCallsAreLimitedEachIsAskedFor() {
    Program program = new Program(books("qp=100"), 1, "/a");
    program.make(Amounts.ONE_QP, 1);
    program.destroy(Amounts.ONE_QP, 1);

    books.set(limits("/a:calls=1000"), 0);
    assertThat(program.credits.isUsed).isFalse();
    assertThat(stored()).isEqualTo(Amounts.NONE);
    program.make(Amounts.ONE_QP, 50);
    assertThat(program.asked).isEqualTo(51);
    assertThat(stored()).isEqualTo(qps(50));

    books.set(limits("/a:calls=unlimited"), 0);
    assertThat(program.credits.isUsed).isTrue();
    program.make(Amounts.ONE_QP, 20);
    assertThat(program.asked).isLessThan(71);
  }

  @Test
  void callsThatNobodyAskedForAreCounted() {
    Program program = new Program(books(), 1, "/a/b");
    program.make(Amounts.ONE_QP, 1);
    program.destroy(Amounts.ONE_QP, 1);
    program.make(Amounts.ONE_QP, 1);

    assertThat(books.tend(SECOND / 2)).containsExactly(program.tenant.process());
    assertThat(books.tend(SECOND / 2)).isEmpty();

    assertThat(books.usage(SECOND).cgroups())
        .extracting(Usage.OfCgroup::calls)
        .as("two, and the one that was asked for long before")
        .containsExactly(2L);
  }

  @Test
  void creditsDoNotFollowAProcessToAnotherCgroup() {
    books("/a:qp=2");
    Program program = new Program(books, 1, "/a");
    program.make(Amounts.ONE_QP, 2);
    program.destroy(Amounts.ONE_QP, 1);

    books.moved(program.tenant.process(), "/b", 0);

    assertThat(program.credits.idle()).isEqualTo(Amounts.NONE);
    assertThat(stored()).isEqualTo(qps(1));
    new Program(books, 2, "/a").make(Amounts.ONE_QP, 1);
  }

  @Test
  void thatItHasMovedIsKnownByItsNextRequestAtTheLatest() {
    books("/a:qp=2");
    Program program = new Program(books, 1, "/a");
    program.make(Amounts.ONE_QP, 2);
    program.destroy(Amounts.ONE_QP, 1);
    Tenant moved = new Tenant(program.tenant.process(), 1000, "app", "/b");

    assertThat(books.request(moved, Amounts.region(10), 0)).isEqualTo(RequestVerdict.GRANTED);

    assertThat(program.credits.idle().of(Resource.QP)).isZero();
    assertThat(stored().of(Resource.QP)).isEqualTo(1);
  }

  @Test
  void whatAProcessWritesThatItWasNeverGrantedIsTakenAway() {
    books("qp=10");
    Program program = new Program(books, 1, "/a");
    program.make(Amounts.ONE_QP, 4);
    program.credits.write(qps(1000));

    assertThat(books.total()).isEqualTo(qps(0));
    books.tend(0);
    assertThat(program.credits.idle()).isEqualTo(stored());
    new Program(books, 2, "/a").make(Amounts.ONE_QP, 10);
    assertThat(program.make(Amounts.ONE_QP)).isFalse();
  }

  @Test
  void nobodyKeepsManyThatHeDoesNotUse() {
    Program program = new Program(books("qp=1000"), 1, "/a");
    program.make(Amounts.ONE_QP, 500);
    program.make(Amounts.region(10), 500);
    program.destroy(Amounts.ONE_QP, 500);
    program.destroy(Amounts.region(10), 500);

    books.tend(0);

    assertThat(stored())
        .isEqualTo(Holdings.amounts(Credits.MOST, 0, Credits.MOST, 10 * Credits.MOST));
  }

  @Test
  void whoEndsHadOnlyWhatItUsed() {
    Program program = new Program(books("qp=10"), 1, "/a");
    program.make(Amounts.ONE_QP, 5);
    program.destroy(Amounts.ONE_QP, 2);

    assertThat(books.end(program.tenant.process())).isEqualTo(qps(3));
    assertThat(stored()).isEqualTo(Amounts.NONE);
  }

  @Test
  void creditsAreNoLeasesWithoutObjects() {
    Program program = new Program(books("qp=10"), 1, "/a");
    program.make(Amounts.ONE_QP, 4);
    program.destroy(Amounts.ONE_QP, 2);
    books.tend(EARLIER);
    Amounts idle = program.credits.idle();

    Books.ReconcileResult outcome = books.reconcile(reading(0, program, qps(1)), 0);

    assertThat(outcome.dropped()).as("of two in use one has an object").isEqualTo(qps(1));
    assertThat(outcome.bypassing()).isEmpty();
    assertThat(stored()).isEqualTo(idle.plus(qps(1)));
    books.reconcile(reading(SECOND, program, Amounts.NONE), SECOND);
    assertThat(stored()).isEqualTo(idle);
    assertThat(books.total()).isEqualTo(Amounts.NONE);
  }

  @Test
  void aCreditThatWasTakenLatelyMayHaveNoObjectYet() {
    Program program = new Program(books("qp=10"), 1, "/a");
    program.make(Amounts.ONE_QP, 1);
    program.destroy(Amounts.ONE_QP, 1);
    books.tend(EARLIER);
    program.make(Amounts.ONE_QP, 1);

    assertThat(books.reconcile(reading(0, program, Amounts.NONE), 0).dropped())
        .isEqualTo(Amounts.NONE);
    assertThat(books.reconcile(reading(40 * SECOND, program, Amounts.NONE), 40 * SECOND).dropped())
        .isEqualTo(qps(1));
  }

  @Test
  void whatWasGivenBackAfterTheReadingBeganIsNoBypassButAnObjectBesideItIs() {
    Program program = new Program(books("qp=10"), 1, "/a");
    program.make(Amounts.ONE_QP, 3);
    program.destroy(Amounts.ONE_QP, 2);

    assertThat(books.reconcile(reading(0, program, qps(3)), 0).bypassing()).isEmpty();
    assertThat(books.reconcile(reading(9 * SECOND, program, qps(3)), 9 * SECOND).bypassing())
        .singleElement()
        .extracting(Usage.OfProcess::uncovered)
        .isEqualTo(qps(2));
    assertThat(books.total()).isEqualTo(qps(3));
  }

  @Test
  void leasesThatMayBeCreditsSomewhereAreNotDropped() {
    Tenant tenant = new Tenant(new ProcessKey(1, 7), 1000, "app", "/a");
    books("qp=10");
    books.adopt(new Lease(tenant.process(), 1000, "/a", qps(4)), "app", EARLIER);
    books.hideCredits(tenant.process());

    assertThat(books.reconcile(new KernelReading(0, Map.of()), 0).dropped())
        .isEqualTo(Amounts.NONE);
    Program program = new Program(books, 1, "/a");
    program.destroy(Amounts.ONE_QP, 1); // as the library moves what it had to the new page
    assertThat(books.reconcile(new KernelReading(0, Map.of()), 0).dropped()).isEqualTo(qps(3));
    assertThat(stored()).isEqualTo(qps(1));
  }

  @Test
  void aPlaceThatAnEarlierCollectorMadeHasWhatIsIdleStill() {
    books("qp=5");
    Tenant tenant = new Tenant(new ProcessKey(1, 7), 1000, "app", "/a");
    books.adopt(new Lease(tenant.process(), 1000, "/a", qps(5)), "app", EARLIER);
    FakeCredits credits = new FakeCredits();
    credits.write(qps(3));
    books.attach(tenant, credits, EARLIER);

    assertThat(books.total()).isEqualTo(qps(2));
    new Program(books, 2, "/b").make(Amounts.ONE_QP, 3);
    assertThat(new Program(books, 3, "/b").make(Amounts.ONE_QP)).isFalse();
    assertThat(credits.takeOne(Amounts.ONE_QP)).isFalse();
  }

  /** It is always where the collector has looked already, or not yet. */
  @Test
  void aCreditThatGoesFromOneToTheOtherIsFound() {
    books("qp=2");
    Program one = new Program(books, 1, "/a");
    Program other = new Program(books, 2, "/a");
    one.make(Amounts.ONE_QP, 1);
    other.make(Amounts.ONE_QP, 1);
    Set<Program> users = new HashSet<>(Set.of(one));
    other.destroy(Amounts.ONE_QP, 1);
    one.credits.beforeLook = () -> dodge(one, other, users);
    other.credits.beforeLook = () -> dodge(other, one, users);

    new Program(books, 3, "/a").make(Amounts.ONE_QP, 1);
  }

  /** It was seen, and is gone when it is to be taken, where another one was passed by meanwhile. */
  @Test
  void aCreditThatIsTakenBeforeItIsRecalledIsNotTheLastOneLookedFor() {
    books("qp=2");
    Program one = new Program(books, 1, "/a");
    Program other = new Program(books, 2, "/a");
    one.make(Amounts.ONE_QP, 1);
    other.make(Amounts.ONE_QP, 1);
    other.destroy(Amounts.ONE_QP, 1);
    other.credits.beforeRecall =
        () -> {
          other.credits.beforeRecall = () -> {};
          assertThat(other.credits.takeOne(Amounts.ONE_QP)).isTrue();
          one.destroy(Amounts.ONE_QP, 1);
        };

    new Program(books, 3, "/a").make(Amounts.ONE_QP, 1);
  }

  private static void dodge(Program looked, Program other, Set<Program> users) {
    if (users.remove(other)) {
      other.destroy(Amounts.ONE_QP, 1);
    }
    if (!users.contains(looked) && looked.credits.takeOne(Amounts.ONE_QP)) {
      users.add(looked);
    }
  }

  /** Whatever happens, one after the other, the answers are those of who counts what is in use. */
  @Tag("long")
  @RepeatedTest(20)
  void answersAreThoseOfWhoCountsWhatIsInUse() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    Map<String, Long> most = new HashMap<>(Map.of("/", 40L, "/a", 15L, "/b", 30L));
    books("qp=40", "/a:qp=15", "/b:qp=30", "process:qp=9", "*:mr=12");
    List<Program> programs = new ArrayList<>();
    Map<Program, Integer> queuePairs = new HashMap<>();
    for (int i = 0; i < 12; i++) {
      Program program = new Program(books, i, i % 3 == 0 ? "/a" : "/b");
      programs.add(program);
      queuePairs.put(program, 0);
    }
    for (int i = 0; i < 5000; i++) {
      Program program = programs.get(random.nextInt(programs.size()));
      int own = queuePairs.getOrDefault(program, 0);
      switch (random.nextInt(20)) {
        case 0 -> books.tend(i);
        case 1 -> {
          most.put("/", 20L + random.nextInt(30));
          books.set(limits("qp=" + most.get("/")), i);
        }
        case 2, 3, 4, 5, 6, 7, 8 -> {
          if (own > 0) {
            program.destroy(Amounts.ONE_QP, 1);
            queuePairs.put(program, own - 1);
          }
        }
        default -> {
          boolean fits =
              own < 9
                  && inUse(queuePairs, "/") < most.get("/")
                  && inUse(queuePairs, program.tenant.cgroup()) < most.get(program.tenant.cgroup());
          assertThat(program.make(Amounts.ONE_QP)).as("seed %d, step %d", seed, i).isEqualTo(fits);
          queuePairs.put(program, own + (fits ? 1 : 0));
        }
      }
      assertThat(books.total().of(Resource.QP))
          .as("seed %d", seed)
          .isEqualTo(inUse(queuePairs, "/"));
    }
    assertThat(books.usage(0).processes())
        .allSatisfy(process ->
            assertThat(process.granted().of(Resource.QP))
                .isEqualTo(queuePairs.get(programs.get(process.process().pid())).longValue()));
  }

  private static long inUse(Map<Program, Integer> queuePairs, String cgroup) {
    return queuePairs.entrySet().stream()
        .filter(entry -> cgroup.equals("/") || entry.getKey().tenant.cgroup().equals(cgroup))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
