// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.findings.Story.Program;

/** The rules about how many objects there are, of what kind, and for how long. */
class ObjectRulesTest {
  private static final Program TENANT = Program.of("app", 7);
  private static final Program OTHER = Program.of("other", 8);
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long GIB = 1L << 30;

  @ParameterizedTest
  @CsvSource({
    "1000, 0, ",
    "1001, 0, WARNING",
    "1001, 100, WARNING",
    "1001, -101, ",
    "1001, 101, ",
    "5000, 0, WARNING",
    "5001, 0, CRITICAL",
  })
  void r1IsARateWhileTheRegionsStay(long deregistered, long growth, Severity severity) {
    Story story = new Story(new DeregistrationStorm());
    story.counts(TENANT, regions(500, 0, 0)).findings();
    story.pass(SECOND).counts(TENANT, regions(500, 2000, 0)).findings();
    story.pass(SECOND).counts(TENANT, regions(500 + growth, 2000 + deregistered, 0));

    assertThat(story.findings())
        .extracting(Finding::severity)
        .containsExactlyElementsOf(severity == null ? List.of() : List.of(severity));
  }

  /**
   * A program that registers, deregisters and ends between two readings leaves the number of
   * regions unchanged, but only once.
   */
  @ParameterizedTest
  @CsvSource({
    "2000, 2000 2000 2000, false",
    "2000, 4000 4000 4000, true",
    "2000, 2000 4000 4000, true",
    "2000, 2000 2000 4000, false",
  })
  void r1IsFoundWhenOneOfTheTwoMeasurementsBeforeLookedTheSame(
      long first, String then, boolean found) {
    Story story = new Story(new DeregistrationStorm());
    story.counts(TENANT, regions(5, 0, 0)).findings();
    story.pass(SECOND).counts(TENANT, regions(5, first, 0));
    assertThat(story.findings()).as("the first").isEmpty();

    List<Finding> findings = new ArrayList<>();
    for (String deregistered : then.split(" ", -1)) {
      story.pass(SECOND).counts(TENANT, regions(5, Long.parseLong(deregistered), 0));
      findings.addAll(story.findings());
    }

    assertThat(!findings.isEmpty()).isEqualTo(found);
  }

  @Test
  void r1IsMeasuredOverASecondAtLeastAndCountsNoFailures() {
    Story story = new Story(new DeregistrationStorm());
    story.counts(TENANT, regions(5, 0, 0)).findings();
    story.pass(Duration.ofMillis(100)).counts(TENANT, regions(5, 600, 0));
    assertThat(story.findings()).isEmpty();
    story.pass(Duration.ofMillis(1900)).counts(TENANT, regions(5, 2000, 0));
    assertThat(story.findings()).isEmpty();
    story.pass(SECOND).counts(TENANT, regions(5, 4000, 1500));
    assertThat(story.findings()).isEmpty();
    story.pass(SECOND).counts(TENANT, regions(5, 6000, 1500));
    assertThat(story.findings()).isEmpty();
    story.pass(SECOND).counts(TENANT, regions(5, 8000, 1500));

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                "/tenant-a",
                "2000 deregistrations/s over 1 s while memory regions went from 5 to 5"));
  }

  /** Else what is only done at once would be a high rate, where readings are close together. */
  @Test
  void r1IsMeasuredOverASecondAfterASuspicionToo() {
    Story story = new Story(new DeregistrationStorm());
    story.counts(TENANT, regions(5, 0, 0)).findings();
    story.pass(SECOND).counts(TENANT, regions(5, 2000, 0)).findings();
    story.pass(Duration.ofMillis(100)).counts(TENANT, regions(5, 2600, 0));
    assertThat(story.findings()).isEmpty();
    story.pass(Duration.ofMillis(900)).counts(TENANT, regions(5, 2600, 0));

    assertThat(story.findings()).isEmpty();
  }

  private static Counts.Builder regions(long live, long deregistered, long failed) {
    return new Counts.Builder()
        .live(ResourceType.MR, live)
        .calls(Verb.MR_DEREG, deregistered, failed);
  }

  @ParameterizedTest
  @CsvSource({"QP, 50, false", "QP, 51, true", "CQ, 51, true", "MR, 99, false"})
  void r2FindsAShareOfTheDevice(ResourceType type, long live, boolean found) {
    Story story = new Story(new ObjectFlood()).most(type, 100);
    story.counts(TENANT, new Counts.Builder().live(type, live));
    story.counts(Program.ofKernel(), new Counts.Builder().live(type, 99));

    assertThat(story.findings())
        .hasSize(found ? 1 : 0)
        .allSatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.subject()).isEqualTo("/tenant-a on rxe0");
          assertThat(finding.evidence()).startsWith("51 of the 100 ").endsWith(" (51 %)");
        });
  }

  @ParameterizedTest
  @CsvSource({"16384, 0", "16385, 1"})
  void r2HasANumberWhereTheDeviceTellsNone(long live, int findings) {
    Story story = new Story(new ObjectFlood());
    story.counts(TENANT, new Counts.Builder().live(ResourceType.QP, live));

    assertThat(story.findings()).hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource({
    "200, 213, 1000, false", // full in 60.5 s
    "200, 214, 1000, true",
    "390, 400, 1000, false", // full in 60 s
    "50, 99, 1000, false", // not a tenth yet
    "50, 100, 1000, false", // just a tenth
    "300, 300, 1000, false",
    "300, 250, 1000, false",
  })
  void r2FindsADeviceThatIsAboutToBeFull(long before, long now, long most, boolean found) {
    Story story = new Story(new ObjectFlood()).most(ResourceType.QP, most);
    story.counts(TENANT, new Counts.Builder().live(ResourceType.QP, before)).findings();
    story.pass(SECOND).counts(TENANT, new Counts.Builder().live(ResourceType.QP, now));

    assertThat(story.findings())
        .hasSize(found ? 1 : 0)
        .allSatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
          assertThat(finding.subject()).isEqualTo("rxe0");
          assertThat(finding.evidence())
              .isEqualTo("214 of 1000 queue pairs, 14/s more: full in 56 s");
        });
  }

  @Test
  void r2MeasuresGrowthByTheSecond() {
    Story story = new Story(new ObjectFlood()).most(ResourceType.QP, 1000);
    story.counts(TENANT, new Counts.Builder().live(ResourceType.QP, 200)).findings();
    story
        .pass(Duration.ofSeconds(4))
        .counts(TENANT, new Counts.Builder().live(ResourceType.QP, 280));

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("280 of 1000 queue pairs, 20/s more: full in 36 s");
  }

  @Test
  void r2DoesNotSayWhenADeviceIsFullThatDoesNotTellHowMuchItHolds() {
    Story story = new Story(new ObjectFlood());
    story.counts(TENANT, new Counts.Builder().live(ResourceType.QP, 200)).findings();
    story.pass(SECOND).counts(TENANT, new Counts.Builder().live(ResourceType.QP, 400));

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 0", "3, 1"})
  void r2MeasuresGrowthFromTheReadingBeforeOnceThatIsASecondOld(int readings, int findings) {
    Story story = new Story(new ObjectFlood()).most(ResourceType.QP, 1000);
    Counts.Builder before = new Counts.Builder().live(ResourceType.QP, 200);
    story.pass(Duration.ofSeconds(5)).counts(TENANT, before).findings();
    long live = 200;
    List<Finding> found = List.of();
    for (int i = 1; i <= readings; i++) {
      // The second one comes a moment after the first, and its growth is not looked at yet.
      story.pass(i == 2 ? Duration.ofMillis(100) : SECOND);
      live += 20;
      story.limit(FindingLimit.FINDINGS_FADE, 1);
      found = story.counts(TENANT, new Counts.Builder().live(ResourceType.QP, live)).findings();
    }

    assertThat(found).filteredOn(f -> f.last().equals(story.now())).hasSize(findings);
  }

  @ParameterizedTest
  @CsvSource({"65, 64, 11, true", "65, 65, 11, false", "64, 10, 11, false", "65, 0, 10, false"})
  void r2FindsQueuePairsWithoutPeers(int waiting, int connected, int seconds, boolean found) {
    Story story = new Story(new ObjectFlood());
    for (int i = 0; i < waiting; i++) {
      story.state(TENANT, story.create(TENANT, QueuePairType.RC), QueuePairState.INIT);
    }
    for (int i = 0; i < connected; i++) {
      story.connect(TENANT, story.create(TENANT, QueuePairType.RC), Story.PEER, i, i, i);
    }
    for (int i = 0; i < 100; i++) {
      story.create(Program.ofKernel(), QueuePairType.RC);
    }
    assertThat(story.findings()).isEmpty();

    assertThat(story.pass(Duration.ofSeconds(seconds)).findings()).hasSize(found ? 1 : 0);
  }

  @ParameterizedTest
  @CsvSource({"32, false", "33, true"})
  void r6GivesNoticeOfNumbersInSequence(int created, boolean found) {
    Story story = new Story(new PredictableNumbers());
    for (int i = 0; i < created; i++) {
      story.create(i % 2 == 0 ? TENANT : OTHER, QueuePairType.RC);
    }

    assertThat(story.findings())
        .hasSize(found ? 1 : 0)
        .allSatisfy(finding -> {
          assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
          assertThat(finding.subject()).isEqualTo("rxe0");
          assertThat(finding.evidence())
              .isEqualTo("queue pair numbers: 0 bits of entropy in 32 differences, 32 of them +1");
        });
    assertThat(story.pass(Duration.ofSeconds(61)).findings()).isEmpty();
  }

  @Test
  void r6LeavesRandomNumbersAlone() {
    Story story = new Story(new PredictableNumbers());
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      story.register(TENANT, i, 4096, 0, OptionalInt.empty(), random.nextInt());
    }

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r6LeavesRegionsWithoutARemoteKeyAlone() {
    Story story = new Story(new PredictableNumbers());
    for (int i = 0; i < 300; i++) {
      story.register(TENANT, i, 4096, 0, OptionalInt.empty(), 0);
    }

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r6LooksAtKeysToo() {
    Story story = new Story(new PredictableNumbers());
    for (int i = 0; i < 300; i++) {
      story.register(TENANT, i, 4096, 0, OptionalInt.empty(), 256 * (i + i % 2));
    }

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("remote keys: 1 bits of entropy in 256 differences, 128 of them +512");
  }

  @ParameterizedTest
  @CsvSource({
    "1073741824, 2, ", // REMOTE_WRITE
    "1073741825, 2, WARNING",
    "1073741825, 8, WARNING", // REMOTE_ATOMIC
    "1073741825, 4, ", // REMOTE_READ
    "-1, 64, NOTICE", // ON_DEMAND
    "-1, 68, CRITICAL",
    "-1, 4, ", // it is no address space, only a length that cannot be
    "72057594037927936, 64, NOTICE",
    "72057594037927935, 64, ",
    "1073741824, 66, ",
  })
  void r8FindsWhatIsTooLargeAndWhatIsEverything(long length, int access, Severity severity) {
    Story story = new Story(new ExposedMemory());
    story.register(TENANT, 1, length, access);
    story.register(TENANT, 2, 4096, AccessFlags.REMOTE);
    story.register(Program.ofKernel(), 3, 4 * GIB, AccessFlags.REMOTE);

    assertThat(story.findings())
        .extracting(Finding::severity)
        .containsExactlyElementsOf(severity == null ? List.of() : List.of(severity));
  }

  @Test
  void r8TellsTheLargestAndForgetsWhatIsDeregistered() {
    Story story = new Story(new ExposedMemory());
    story.register(TENANT, 1, 2 * GIB, AccessFlags.REMOTE_WRITE);
    story.register(TENANT, 2, 3 * GIB, AccessFlags.REMOTE_ATOMIC);
    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                TENANT.onRxe0(),
                "2 memory regions, the largest over 3 GiB with LOCAL_WRITE REMOTE_ATOMIC"));
    story.deregister(TENANT, 2).pass(SECOND);
    assertThat(story.findings()).extracting(Finding::evidence).first().asString().contains("2 GiB");
    story.pass(Duration.ofSeconds(5)).list(Story.region(TENANT, 9)).findings();

    assertThat(story.pass(Duration.ofSeconds(60)).findings()).isEmpty();
  }

  @Test
  void r8GoesOnWhileTheListHasTheRegion() {
    Story story = new Story(new ExposedMemory());
    story.register(TENANT, 1, 2 * GIB, AccessFlags.REMOTE_WRITE).findings();
    story.pass(Duration.ofSeconds(5)).list(Story.region(TENANT, 1));
    assertThat(story.findings()).extracting(Finding::count).containsExactly(2L);

    // The same number, of something else.
    story
        .pass(Duration.ofSeconds(61))
        .list(Story.listed(TENANT, 1, QueuePairType.RC, QueuePairState.INIT, 0, 0, 0));
    assertThat(story.findings()).isEmpty();
  }

  @Test
  void r12FindsKeysOfManagementInTheHandsOfUsers() {
    Story story = new Story(new ControlledKey());
    int qpn = story.create(TENANT, QueuePairType.UD);
    story.queueKey(TENANT, qpn, 0x80010000, 0);
    story.queueKey(OTHER, story.create(OTHER, QueuePairType.UD), 0x80000001, 1);

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                Severity.CRITICAL,
                TENANT.onRxe0(),
                "user 1000 set queue key 0x80010000 on queue pair 0x11"),
            Tuple.tuple(
                Severity.WARNING,
                OTHER.onRxe0(),
                "user 1000 was refused queue key 0x80000001 on queue pair 0x12"));
    assertThat(story.pass(Duration.ofSeconds(61)).findings())
        .extracting(Finding::severity, Finding::count)
        .containsExactly(Tuple.tuple(Severity.CRITICAL, 2L));
    story.destroy(TENANT, qpn).findings();
    assertThat(story.pass(Duration.ofSeconds(61)).findings()).isEmpty();
  }

  @Test
  void r12FindsKeysThatWereRefusedBeforeTheQueuePairWasKnown() {
    Story story = new Story(new ControlledKey());
    story.refusedQueueKey(TENANT, 0x80010000, 1);
    story.refusedQueueKey(OTHER, 0x80010000, 22);
    story.refusedQueueKey(OTHER, 0x7fffffff, 1);

    assertThat(story.findings())
        .extracting(Finding::severity, Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                Severity.WARNING, TENANT.onRxe0(), "user 1000 was refused queue key 0x80010000"));
    assertThat(story.pass(Duration.ofSeconds(61)).findings()).isEmpty();
  }

  @Test
  void r12LeavesOrdinaryKeysAndThePrivilegedAlone() {
    Story story = new Story(new ControlledKey());
    story.queueKey(TENANT, story.create(TENANT, QueuePairType.UD), 0x7fffffff, 0);
    story.queueKey(TENANT, story.create(TENANT, QueuePairType.UD), 0, 0);
    Program root = new Program("opensm", 9, 109, 0, false, false);
    Program capable = new Program("raw", 10, 110, 1000, true, false);
    for (Program program : List.of(root, capable, Program.ofKernel())) {
      story.queueKey(program, story.create(program, QueuePairType.UD), 0x80010000, 0);
    }
    story.queueKey(TENANT, story.create(TENANT, QueuePairType.RC), 0x80010000, 0);

    assertThat(story.findings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"3600, 0, 7, 0", "3601, 0, 7, 1", "3601, 10, 7, 0", "3601, 0, 8, 0"})
  void l1FindsOwnersThatDoNothing(int seconds, int cpuMillis, int startedAt, int findings) {
    Story story = new Story(new IdleOwner());
    story.list(List.of(owner(TENANT, 50, 7)), Story.region(TENANT, 1)).findings();
    story.pass(Duration.ofSeconds(seconds));
    story.list(List.of(owner(TENANT, 50 + cpuMillis, startedAt)), Story.region(TENANT, 1));

    assertThat(story.findings())
        .hasSize(findings)
        .allSatisfy(finding -> {
          assertThat(finding.subject()).isEqualTo("app[7] in /tenant-a");
          assertThat(finding.evidence())
              .isEqualTo("owns MR 1; no call and no processor time for 3601 s");
        });
  }

  @Test
  void l1LeavesAloneThoseThatCallOrOwnNothingWorthTelling() {
    Story story = new Story(new IdleOwner());
    List<Inventory.Owner> owners = List.of(owner(TENANT, 50, 7), owner(OTHER, 50, 7));
    story.list(owners, Story.region(TENANT, 1)).findings();
    story.pass(Duration.ofSeconds(4000)).call(TENANT, Verb.GID_QUERY, 0, 0, ControlCall.None.NONE);
    story.list(owners, Story.region(TENANT, 1));

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void l1CountsAnewFromTheLastCall() {
    Story story = new Story(new IdleOwner());
    List<Inventory.Owner> owners = List.of(owner(TENANT, 50, 7));
    story.list(owners, Story.region(TENANT, 1)).findings();
    story.pass(SECOND).call(TENANT, Verb.GID_QUERY, 0, 0, ControlCall.None.NONE);
    story.list(owners, Story.region(TENANT, 1)).findings();
    story.pass(SECOND).list(owners, Story.region(TENANT, 1)).findings();
    story.pass(Duration.ofHours(1)).list(owners, Story.region(TENANT, 1));

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("owns MR 1; no call and no processor time for 3601 s");
  }

  @Test
  void l1CountsObjectsThatAListHasOnlyTheNumberOf() {
    Story story = new Story(new IdleOwner());
    List<Inventory.Owner> owners = List.of(owner(TENANT, 50, 7), owner(OTHER, 50, 7));
    List<Inventory.Rest> rest =
        List.of(
            new Inventory.Rest(TENANT.pid(), ResourceType.MR, 40, 0),
            new Inventory.Rest(TENANT.pid(), ResourceType.QP, 2, 0),
            new Inventory.Rest(OTHER.pid(), ResourceType.PD, 3, 0));
    story.listWith(owners, rest, Story.region(TENANT, 1)).findings();
    story.pass(Duration.ofSeconds(3601)).listWith(owners, rest, Story.region(TENANT, 1));

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            Tuple.tuple(
                "app[7] in /tenant-a",
                "owns QP 2, MR 41; no call and no processor time for 3601 s"));
  }

  @Test
  void l1CountsThemIfTheListHasNoneOfTheOwnersObjectsItself() {
    Story story = new Story(new IdleOwner());
    List<Inventory.Owner> owners = List.of(owner(TENANT, 50, 7));
    List<Inventory.Rest> rest = List.of(new Inventory.Rest(TENANT.pid(), ResourceType.MR, 40, 0));
    story.listWith(owners, rest).findings();
    story.pass(Duration.ofSeconds(3601)).listWith(owners, rest);

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("owns MR 40; no call and no processor time for 3601 s");
  }

  private static Inventory.Owner owner(Program program, long cpuMillis, long startedAt) {
    return new Inventory.Owner(
        program.pid(),
        program.comm(),
        program.cgroup(),
        Duration.ofMillis(cpuMillis),
        Duration.ofSeconds(startedAt));
  }

  @ParameterizedTest
  @CsvSource({"300, 0", "301, 1"})
  void l2FindsQueuePairsThatStayUnconnected(int seconds, int findings) {
    Story story = new Story(new StuckQueuePairs());
    story.state(TENANT, story.create(TENANT, QueuePairType.RC), QueuePairState.INIT);
    story.connect(OTHER, story.create(OTHER, QueuePairType.RC), Story.PEER, 1, 2, 3);
    story.create(Program.ofKernel(), QueuePairType.RC);
    story.findings();

    assertThat(story.pass(Duration.ofSeconds(seconds)).findings())
        .hasSize(findings)
        .allSatisfy(finding -> {
          assertThat(finding.subject()).isEqualTo(TENANT.onRxe0());
          assertThat(finding.evidence()).isEqualTo("1 queue pair in RESET or INIT, one for 301 s");
        });
  }

  @Test
  void l2TellsHowManyThereAreAndForHowLongTheFirstOfThem() {
    Story story = new Story(new StuckQueuePairs());
    for (int seconds : new int[] {0, 100, 200}) {
      story.state(TENANT, story.create(TENANT, QueuePairType.RC), QueuePairState.INIT);
      story.pass(Duration.ofSeconds(100));
      assertThat(story.findings()).as("%d s", seconds).isEmpty();
    }
    story.pass(Duration.ofSeconds(150));

    assertThat(story.findings())
        .extracting(Finding::evidence)
        .containsExactly("2 queue pairs in RESET or INIT, one for 450 s");
  }

  @Test
  void l2SaysNothingOfQueuePairsThatTheListHasNoMore() {
    Story story = new Story(new StuckQueuePairs());
    story.state(TENANT, story.create(TENANT, QueuePairType.RC), QueuePairState.INIT).findings();
    story.pass(Duration.ofSeconds(5)).list().findings();

    assertThat(story.pass(Duration.ofSeconds(301)).findings()).isEmpty();
  }

  @Test
  void aQueuePairThatAListHadJustMissedIsStillThere() {
    Story story = new Story(new StuckQueuePairs());
    int qpn = story.create(TENANT, QueuePairType.RC);
    story.state(TENANT, qpn, QueuePairState.INIT).pass(Duration.ofMillis(10)).list().findings();

    assertThat(story.pass(Duration.ofSeconds(301)).findings()).hasSize(1);
  }

  @Test
  void aQueuePairIsNoOtherObjectOfItsNumber() {
    Story story = new Story(new StuckQueuePairs());
    int qpn = story.create(TENANT, QueuePairType.RC);
    story.state(TENANT, qpn, QueuePairState.INIT);
    story.register(TENANT, qpn, 4096, 0).deregister(TENANT, qpn).findings();

    assertThat(story.pass(Duration.ofSeconds(301)).findings()).hasSize(1);
  }

  @Test
  void aNumberThatIsUsedAgainUnseenIsKnownFromALaterList() {
    Story story = new Story(new StuckQueuePairs());
    int qpn = story.create(TENANT, QueuePairType.RC);
    story.destroy(TENANT, qpn).findings();
    story
        .pass(Duration.ofSeconds(10))
        .list(Story.listed(OTHER, qpn, QueuePairType.RC, QueuePairState.INIT, 0, 0, 0))
        .findings();

    assertThat(story.pass(Duration.ofSeconds(301)).findings())
        .extracting(Finding::subject)
        .containsExactly(OTHER.onRxe0());
  }

  @Test
  void l2SaysNothingOfQueuePairsOfWhichNoMoreThanTheirCreationIsKnown() {
    Story story = new Story(new StuckQueuePairs());
    int qpn = story.create(TENANT, QueuePairType.RC);
    assertThat(story.findings()).isEmpty();
    assertThat(story.pass(Duration.ofSeconds(301)).findings()).isEmpty();
    story.list(Story.listed(TENANT, qpn, QueuePairType.RC, QueuePairState.RESET, 0, 0, 0));

    assertThat(story.findings()).hasSize(1);
  }

  @Test
  void l2CountsFromTheFirstListAndAnewAfterAConnection() {
    Story story = new Story(new StuckQueuePairs());
    Instant listed = story.now();
    story.list(Story.listed(TENANT, 3, QueuePairType.RC, QueuePairState.INIT, 0, 0, 0)).findings();
    int reset = story.create(OTHER, QueuePairType.RC);
    story.pass(Duration.ofSeconds(200)).connect(OTHER, reset, Story.PEER, 1, 2, 3);
    story.pass(Duration.ofSeconds(50)).state(OTHER, reset, QueuePairState.RESET);
    story.pass(Duration.ofSeconds(51));

    assertThat(Duration.between(listed, story.now())).hasSeconds(301);
    assertThat(story.findings()).extracting(Finding::subject).containsExactly(TENANT.onRxe0());
  }

  @Test
  void aQueuePairWhoseThreadHasEndedIsNotOneOfTheKernel() {
    Program gone = new Program("", 0, Cgroup.OVERFLOW_ID, 0, false, false);
    Story story = new Story(new StuckQueuePairs());
    story
        .list(
            Story.listed(gone, 3, QueuePairType.RC, QueuePairState.INIT, 0, 0, 0),
            Story.listed(Program.ofKernel(), 4, QueuePairType.RC, QueuePairState.INIT, 0, 0, 0))
        .findings();

    assertThat(story.pass(Duration.ofSeconds(301)).findings())
        .extracting(Finding::evidence)
        .containsExactly("1 queue pair in RESET or INIT, one for 301 s");
  }

  @Test
  void whatIsDestroyedWhileAListIsMadeDoesNotComeBack() {
    Story story = new Story(new StuckQueuePairs());
    int qpn = story.create(TENANT, QueuePairType.RC);
    story.list(Story.listed(TENANT, qpn, QueuePairType.RC, QueuePairState.INIT, 0, 0, 0));
    story.pass(Duration.ofMillis(1)).destroy(TENANT, qpn).findings();

    assertThat(story.pass(Duration.ofSeconds(301)).findings()).isEmpty();
  }

  @Test
  void everyRuleCanBeSwitchedOff() {
    Story story = new Story(new PacketDiversion()).limit(FindingLimit.R13, 0);
    story.create(TENANT, QueuePairType.RAW_PACKET);

    assertThat(story.findings()).isEmpty();
  }
}
