// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.JoinScenes.Numbers;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.join.HostLog;
import org.rdmamonitor.model.join.Joiner;
import org.rdmamonitor.model.resource.AddressHandle;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;

/** Makes each fault on purpose among healthy connections; it must be found, and nothing else. */
class JoinInspectorTest {
  private static final int UNTIL = 30;

  private final JoinScenes scene = new JoinScenes();
  private final RecordedHost node1 = scene.node1;
  private final RecordedHost node2 = scene.node2;
  private final RecordedHost node3 = scene.node3;

  private List<Finding> found(RecordedHost... hosts) {
    return JoinInspector.inspect(JoinScenes.join(0, UNTIL, hosts)).findings();
  }

  private Finding onlyFound() {
    for (int i = 0; i < 5; i++) {
      scene.connect(node1, node2, 1 + i * 0.1);
    }
    List<Finding> found = found(node1, node2);
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  /** Ten thousand healthy connections between three hosts; some live on, some end in good order. */
  @Tag("long")
  @Test
  void healthyConnectionsAreNoFinding() {
    RecordedHost[] hosts = {node1, node2, node3};
    for (int i = 0; i < 10_000; i++) {
      RecordedHost one = hosts[i % 3];
      RecordedHost other = hosts[(i + 1 + i % 2) % 3];
      Numbers numbers = scene.connect(one, other, 1 + i * 0.001);
      if (i % 4 == 0) {
        one.end(20 + i * 0.0005, numbers.one(), EndCause.DESTROYED, 0);
        other.end(20.2 + i * 0.0005, numbers.other(), EndCause.EXITED, 0);
      }
    }

    var joined = JoinScenes.join(0, UNTIL, hosts);

    assertThat(joined.pairs()).hasSize(10_000);
    assertThat(joined.lone()).isEmpty();
    assertThat(JoinInspector.inspect(joined).findings()).isEmpty();
  }

  /**
   * Ten thousand connections over eight rails, whose devices use the same numbers. Connections of
   * different rails have different attributes, so that pairing ends of two rails would show as a
   * fault.
   */
  @Tag("long")
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void norAreThoseOfManyRails(boolean areSequenceNumbersChosen) {
    RecordedHost[] hosts = {node1, node2, node3};
    int rails = 8;
    for (int i = 0; i < 10_000; i++) {
      int rail = i % rails;
      int pair = i / rails;
      RecordedHost one = JoinScenes.rail(hosts[pair % 3], rail, 6 + pair % 3);
      int second = (pair + 1 + pair % 2) % 3;
      RecordedHost other = JoinScenes.rail(hosts[second], rail, 6 + second);
      Settings settings =
          (areSequenceNumbersChosen ? Settings.usual(0, 0) : scene.settings())
              .mtu(256 << rail % 4)
              .service(rail << 4, rail);
      Settings back = JoinScenes.back(settings).mtu(256 << rail % 4).service(rail << 4, rail);
      int number = 17 + pair;
      JoinScenes.connectRail(one, other, number, 1 + i * 0.001, settings, back);
      if (pair % 4 == 0) {
        one.end(20 + i * 0.0005, number, EndCause.DESTROYED, 0);
        other.end(20.2 + i * 0.0005, number, EndCause.EXITED, 0);
      }
    }

    var joined = JoinScenes.join(0, UNTIL, hosts);

    assertThat(joined.pairs()).hasSize(10_000);
    assertThat(joined.lone()).isEmpty();
    assertThat(JoinInspector.inspect(joined).findings()).isEmpty();
  }

  /** Each of eight rails has a connection of the same number, and one of these has a fault. */
  private Finding onlyFoundOnRail(int rail, Settings there, Settings back) {
    for (int each = 0; each < 8; each++) {
      Settings usual = Settings.usual(0, 0);
      JoinScenes.connectRail(
          JoinScenes.rail(node1, each, 6),
          JoinScenes.rail(node2, each, 7),
          17,
          3,
          each == rail ? there : usual,
          each == rail ? back : usual);
    }
    List<Finding> found = found(node1, node2);
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void aFaultOfOneRailIsThatOfThisRail() {
    Settings usual = Settings.usual(0, 0);
    assertThat(onlyFoundOnRail(3, usual, usual.mtu(4096)).rule()).isEqualTo("J3");
  }

  @Test
  void anEndThatIsMissingOnOneRailIsNotFoundOnAnother() {
    JoinScenes.rail(node1, 5, 6).make(3, 18);
    JoinScenes.rail(node2, 5, 7);
    node1.connect(3.1, 18, node2.address(), 19, Settings.usual(0, 0));
    JoinScenes.connectRail(
        JoinScenes.rail(node1, 4, 6),
        JoinScenes.rail(node2, 4, 7),
        19,
        3,
        Settings.usual(0, 0),
        Settings.usual(0, 0));

    Finding finding = onlyFoundOnRail(0, Settings.usual(0, 0), Settings.usual(0, 0));

    assertThat(finding.rule()).isEqualTo("J1");
    assertThat(finding.evidence())
        .contains("connected to 10.6.0.7, queue pair 19; node2, which has this address, has no");
  }

  @Test
  void aPeerThatIsLostOnOneRailIsThatOfThisRail() {
    Settings usual = Settings.usual(0, 0);
    for (int rail = 0; rail < 2; rail++) {
      RecordedHost one = JoinScenes.rail(node1, rail, 6);
      RecordedHost other = JoinScenes.rail(node2, rail, 7);
      JoinScenes.connectRail(one, other, 20, 4, usual, usual);
    }
    JoinScenes.rail(node2, 1, 7).end(10, 20, EndCause.KILLED, 9);

    Finding finding = onlyFoundOnRail(0, usual, usual);

    assertThat(finding.rule()).isEqualTo("J2");
    assertThat(finding.evidence()).contains("lost its peer: 10.2.0.7, queue pair 20");
  }

  /**
   * A sample's list is made after its calls were collected, so it already has what the next calls
   * tell.
   */
  @Test
  void norIfMonitorsAreSlow() {
    RecordedHost[] hosts = {node1.slow(0.1), node2.slow(0.15), node3.slow(0.02)};
    for (int i = 0; i < 900; i++) {
      RecordedHost one = hosts[i % 3];
      RecordedHost other = hosts[(i + 1 + i % 2) % 3];
      Numbers numbers = scene.connect(one, other, 1 + i * 0.01);
      if (i % 4 == 0) {
        one.end(25 + i * 0.002, numbers.one(), EndCause.DESTROYED, 0);
        other.end(25.1 + i * 0.002, numbers.other(), EndCause.EXITED, 0);
      }
    }

    var joined = JoinScenes.join(0, UNTIL, hosts);

    assertThat(joined.pairs()).hasSize(900);
    assertThat(joined.lone()).isEmpty();
    assertThat(joined.hosts().stream().mapToInt(host -> host.ends().size()).sum()).isEqualTo(1800);
    assertThat(JoinInspector.inspect(joined).findings()).isEmpty();
  }

  /** One clock was set half a minute ahead, after all connections were made. */
  @Test
  void norIfAClockWasSetMeanwhile() {
    node2.setClock(20.5, Duration.ofSeconds(30));
    List<Numbers> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      all.add(scene.connect(node1, node2, 3 + i * 0.1));
    }
    for (Numbers numbers : all) {
      node1.end(25, numbers.one(), EndCause.DESTROYED, 0);
      node2.end(25.1, numbers.other(), EndCause.DESTROYED, 0);
    }

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void manyThatComeBackOnceAreNoStorm() {
    List<Numbers> before = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      before.add(scene.connect(node1, node2, 3 + i * 0.01));
    }
    for (Numbers numbers : before) {
      node1.end(10, numbers.one(), EndCause.DESTROYED, 0);
      node2.end(10, numbers.other(), EndCause.DESTROYED, 0);
    }
    for (int i = 0; i < 64; i++) {
      scene.connect(node1, node2, 12 + i * 0.01);
    }

    assertThat(found(node1, node2)).isEmpty();
  }

  /** Two networks use the same addresses; in one of them only one host was recorded. */
  @Test
  void anAddressOfALinkMayBeThatOfAnotherNetwork() {
    RecordedHost near = new RecordedHost("near", "10.9.0.1", Duration.ZERO, 1, "e", 100);
    RecordedHost far = new RecordedHost("far", "10.9.0.2", Duration.ZERO, 2, "f", 100);
    near.has("fe80::1");
    far.has("fe80::2");
    int number = near.make(3);
    near.connect(3.1, number, "fe80::2", 4711, scene.settings());
    int other = far.make(3);
    far.connect(3.1, other, "fe80::1", 4712, scene.settings());
    int namesake = far.make(3, 4711);
    far.connect(3.1, namesake, "fe80::1", number, scene.settings());

    assertThat(found(near, far)).isEmpty();
  }

  /**
   * Calls tell of queue pairs in a namespace that was not looked into, but no list has them;
   * neither has those that are older than the monitor.
   */
  @Test
  void nobodyIsMissedWhoIsInANamespaceThatIsNotLookedInto() {
    scene.connect(node1, node2, 2);
    node2.on(2, "10.2.0.7").hides(2);
    Settings settings = scene.settings();
    for (int number = 400; number < 405; number++) {
      JoinScenes.connectRail(node1, node2, number, 3, settings, JoinScenes.back(settings));
    }
    // From this its address is known.
    node1.end(20, 400, EndCause.DESTROYED, 0);
    node2.end(20.1, 400, EndCause.DESTROYED, 0);
    int older = node1.make(4);
    node1.connect(4.1, older, node2.address(), 399, settings);

    var joined = JoinScenes.join(0, UNTIL, node1, node2);

    assertThat(joined.pairs()).hasSize(6);
    assertThat(joined.owners()).containsKey("::ffff:10.2.0.7");
    assertThat(joined.hosts().getLast().complete()).isFalse();
    assertThat(JoinInspector.inspect(joined).findings()).isEmpty();
  }

  /** Neither end is paired with a host of its own rack, and both racks use the same addresses. */
  @Test
  void whereAPrivateAddressMayBeThatOfAnotherNetworkAFindingSaysSo() {
    RecordedHost one = new RecordedHost("one", "192.168.0.6", Duration.ZERO, 1, "e", 100);
    RecordedHost other = new RecordedHost("other", "192.168.0.7", Duration.ZERO, 2, "f", 100);
    RecordedHost third = new RecordedHost("third", "192.0.2.8", Duration.ZERO, 3, "g", 100);
    scene.connect(other, third, 2); // this shows its address
    one.make(3, 60);
    one.connect(3.1, 60, other.gid(), 61, scene.settings());

    assertThat(found(one, other, third))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("J1");
          assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
          assertThat(finding.evidence())
              .endsWith(
                  "has no connected queue pair of that number, unless the address is that of"
                      + " another host, in another network");
        });
  }

  /** By chance each of them has a queue pair of the number that the other one names. */
  @Test
  void soDoesOneOfSequenceNumbersAndNothingElseIsSaidOfThem() {
    RecordedHost one = new RecordedHost("one", "192.168.0.6", Duration.ZERO, 1, "e", 100);
    RecordedHost other = new RecordedHost("other", "192.168.0.7", Duration.ZERO, 2, "f", 100);
    Settings settings = Settings.usual(70_000, 80_000);
    Numbers numbers =
        scene.connect(one, other, 3, settings, Settings.usual(80_000, 90_000).mtu(4096));
    one.end(10, numbers.one(), EndCause.KILLED, 9);

    assertThat(found(one, other))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("J4");
          assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
          assertThat(finding.evidence())
              .endsWith(", unless the address is that of another host, in another network");
        });
  }

  @Test
  void byWayOfAThirdHostItIsKnownThatAddressesAreOfOneNetwork() {
    scene.connect(node1, node3, 2);
    scene.connect(node3, node2, 2);
    int number = node1.make(3);
    node1.connect(3.1, number, node2.gid(), 4711, scene.settings());

    assertThat(found(node1, node2, node3))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("J1");
          assertThat(finding.severity()).isEqualTo(Severity.WARNING);
          assertThat(finding.evidence()).endsWith("of that number");
        });
  }

  @Test
  void addressesThatAreUniqueAreInNoDoubt() {
    RecordedHost one = new RecordedHost("one", "192.0.2.6", Duration.ZERO, 1, "e", 100);
    RecordedHost other = new RecordedHost("other", "192.0.2.7", Duration.ZERO, 2, "f", 100);
    scene.connect(one, node3, 2);
    scene.connect(other, node3, 2);
    int number = one.make(3);
    one.connect(3.1, number, other.gid(), 4711, scene.settings());

    assertThat(found(one, other, node3))
        .extracting(Finding::rule, Finding::severity)
        .containsExactly(tuple("J1", Severity.WARNING));
  }

  @Test
  void callsThatWereLostMayHaveToldOfThePeer() {
    scene.connect(node1, node2, 2);
    Numbers numbers = scene.connect(node1, node2, 3.1);
    node1.end(18.2, numbers.one(), EndCause.DESTROYED, 0);
    node2.end(18.3, numbers.other(), EndCause.DESTROYED, 0);
    node2.loses(numbers.other(), 30);

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void anEndThatOneListDoesNotHaveIsThere() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node2.skips(10, numbers.other());

    assertThat(found(node1, node2)).isEmpty();
    assertThat(JoinScenes.join(0, UNTIL, node1, node2).hosts().getLast().ends()).hasSize(1);
  }

  @Test
  void differentPathMtus() {
    Settings settings = scene.settings();
    scene.connect(node1, node2, 3, settings, JoinScenes.back(settings).mtu(4096));

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J3");
    assertThat(finding.evidence())
        .matches(
            "queue pair 50000 of pod a+ \\(node1\\) has a path MTU of 1024, and its peer, queue"
                + " pair 300 of pod b+ \\(node2\\), one of 4096");
  }

  @ParameterizedTest
  @CsvSource({"7, 0", "0, 7", "-1, 0"})
  void sequenceNumbersThatDoNotMeet(int there, int back) {
    Settings settings = scene.settings();
    Settings other = JoinScenes.back(settings);
    scene.connect(
        node1, node2, 3, settings, Settings.usual(other.sqPsn() + back, other.rqPsn() + there));

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J4");
    assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
    // The evidence must not contain a value that would let others forge packets.
    assertThat(finding.evidence())
        .contains(there == 0 ? "%+d from it".formatted(-back) : "%+d from it".formatted(there))
        .doesNotContain(Integer.toString(settings.sqPsn()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "14 7 7; 0 7 7; WARNING; never (timeout 0)",
        "0 7 7; 14 7 7; WARNING; never (timeout 0)",
        "8 1 7; 18 7 7; WARNING; before its peer, queue pair 300 of pod bbbb",
        "14 7 0; 14 7 7; NOTICE; asks a peer that is not ready 0 times more",
        "14 7 1; 14 7 7; NOTICE; has it wait 10 us in between"
      })
  void patienceThatDoesNotFit(String one, String other, Severity severity, String words) {
    Settings settings = scene.settings();
    scene.connect(
        node1, node2, 3, patience(settings, one), patience(JoinScenes.back(settings), other));

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J5");
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.evidence()).contains(words);
  }

  private static Settings patience(Settings settings, String numbers) {
    String[] each = numbers.split(" ", -1);
    return settings.patience(
        Integer.parseInt(each[0]), Integer.parseInt(each[1]), Integer.parseInt(each[2]));
  }

  @ParameterizedTest
  @CsvSource({"0, 3, traffic class 104", "104, 4, service level 3", "0, 4, traffic class 104"})
  void oneWayInAnotherTrafficClass(int trafficClass, int level, String words) {
    Settings settings = scene.settings();
    scene.connect(
        node1, node2, 3, settings, JoinScenes.back(settings).service(trafficClass, level));

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J7");
    assertThat(finding.evidence()).contains(words);
  }

  @Test
  void marksOfCongestionAreNoOtherClass() {
    Settings settings = scene.settings();
    scene.connect(node1, node2, 3, settings, JoinScenes.back(settings).service(106, 3));

    assertThat(found(node1, node2)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsBeyondWhatThePeerServes(boolean isBack) {
    Settings settings = scene.settings();
    Settings back = JoinScenes.back(settings);
    scene.connect(
        node1, node2, 3, isBack ? settings : settings.reads(16), isBack ? back.reads(16) : back);

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J9");
    assertThat(finding.evidence()).contains("may have 16 reads under way", "serves 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "OUT_OF_MEMORY; 9; CRITICAL; was killed, likely by the OOM killer",
        "DEVICE_REMOVED; 0; CRITICAL; lost its device",
        "KILLED; 11; WARNING; was killed by SIGSEGV",
        "KILLED; 15; NOTICE; was killed by SIGTERM",
        "EXITED; 3; WARNING; exited with 3"
      })
  void aPeerThatIsLostAndWhy(EndCause cause, int status, Severity severity, String words) {
    Numbers numbers = scene.connect(node1, node2, 3);
    node2.end(10, numbers.other(), cause, status);
    node1.end(11.2, numbers.one(), EndCause.DESTROYED, 0);

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J2");
    assertThat(finding.severity()).isEqualTo(severity);
    assertThat(finding.evidence())
        .contains(
            "queue pair 50000 of pod aaaaaaaa",
            " lost its peer: 10.1.0.7, queue pair 300; there pod bbbb",
            words,
            " 1.2 s before it ended itself: pod aaaa")
        .endsWith("destroyed it");
  }

  @Test
  void aPeerThatIsLostAndWhatWasToldOfIt() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node2.end(10, numbers.other(), EndCause.OUT_OF_MEMORY, 9);
    node1.end(11.2, numbers.one(), EndCause.DESTROYED, 0, OptionalInt.of(12));

    assertThat(onlyFound().evidence()).endsWith(" destroyed it after RETRY_EXC_ERR");
  }

  @Test
  void anEndThatIsLeftBehind() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node1.end(10, numbers.one(), EndCause.DESTROYED, 0);

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J2");
    assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
    assertThat(finding.evidence())
        .contains("queue pair 300 of pod bbbb", "destroyed it 20 s before the recording ended");
  }

  @Test
  void endsThatGoTheSameWayTogetherAreOneProgramThatWasEnded() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node1.end(10, numbers.one(), EndCause.KILLED, 9);
    node2.end(10.4, numbers.other(), EndCause.KILLED, 9);

    assertThat(found(node1, node2)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"EXITED, 3, KILLED, 9", "KILLED, 11, KILLED, 9"})
  void endsThatGoDifferentWaysTogetherAreALoss(
      EndCause one, int status, EndCause other, int otherStatus) {
    Numbers numbers = scene.connect(node1, node2, 3);
    node1.end(10, numbers.one(), one, status);
    node2.end(10.4, numbers.other(), other, otherStatus);

    assertThat(onlyFound().rule()).isEqualTo("J2");
  }

  @Test
  void anEndWhosePeerWasNeverThere() {
    int number = node1.make(3);
    node1.connect(3.1, number, node2.gid(), 4711, scene.settings());

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J1");
    assertThat(finding.evidence())
        .contains(
            "is connected to 10.1.0.7, queue pair 4711; node2, which has this address, has no");
  }

  @Test
  void anEndWhosePeerHasAnother() {
    Numbers there = scene.connect(node2, node1, 3);
    int number = node1.make(4);
    node1.connect(4.1, number, node2.gid(), there.one(), scene.settings());

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J1");
    assertThat(finding.evidence())
        .contains("queue pair 50001", "is connected to 10.1.0.6, queue pair 50000");
  }

  @Test
  void anEndWhosePeerWaits() {
    int number = node1.make(3);
    int waiting = node2.make(3);
    node1.connect(3.1, number, node2.gid(), waiting, scene.settings());

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J1");
    assertThat(finding.evidence()).endsWith("is connected to nobody");
  }

  @Test
  void anEndWhosePeerHasFailed() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node2.fail(8, numbers.other());

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J1");
    assertThat(finding.evidence()).contains("is in RTS, and its peer, queue pair 300", "in ERR");
  }

  @Test
  void anEndWhosePeerHasFailedJustNow() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node2.fail(29, numbers.other());

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void anEndWithoutAPeerThatHasFailedItselfIsNotHalfOpen() {
    scene.connect(node1, node2, 2);
    int number = node1.make(3);
    node1.connect(3.1, number, node2.gid(), 4711, scene.settings());
    node1.fail(8, number);

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void anEndWhosePeerWaitsSinceAMomentAgo() {
    scene.connect(node1, node2, 2);
    int number = node1.make(3);
    int waiting = node2.make(29.5);
    node1.connect(3.1, number, node2.gid(), waiting, scene.settings());

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void anEndWhosePeerHasWaitedAndIsGone() {
    scene.connect(node1, node2, 2);
    int number = node1.make(3);
    int waiting = node2.make(3);
    node1.connect(3.1, number, node2.gid(), waiting, scene.settings());
    node2.end(28, waiting, EndCause.DESTROYED, 0);

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void aReconnectStorm() {
    for (int i = 0; i < 40; i++) {
      Numbers numbers = scene.connect(node1, node2, 3 + i * 0.2);
      node1.end(3.1 + i * 0.2, numbers.one(), EndCause.DESTROYED, 0);
      node2.end(3.12 + i * 0.2, numbers.other(), EndCause.DESTROYED, 0);
    }

    List<Finding> found = found(node1, node2);

    assertThat(found).extracting(Finding::rule).containsExactly("J6", "J6");
    assertThat(found.getFirst().evidence())
        .contains("connected 39 times to 10.1.0.7 within 60 s", "40 destroyed");
  }

  @Test
  void whatComesBackNowAndThenIsNoStorm() {
    for (int i = 0; i < 60; i++) {
      Numbers numbers = scene.connect(node1, node2, 3 + i * 3);
      node1.end(4 + i * 3, numbers.one(), EndCause.DESTROYED, 0);
      node2.end(4 + i * 3, numbers.other(), EndCause.DESTROYED, 0);
    }

    assertThat(JoinInspector.inspect(JoinScenes.join(0, 190, node1, node2)).findings()).isEmpty();
  }

  @Test
  void anEndThatVanishedUnseen() {
    Numbers numbers = scene.connect(node1, node2, 3);
    node2.vanish(9.5, numbers.other());

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J2");
    assertThat(finding.evidence()).contains("which was not seen, 20 s before the recording ended");
  }

  @Test
  void groupsOfHostsAreNoForeignAddresses() {
    for (String group : List.of("ff12:401b::1", "::ffff:224.0.0.1", "::ffff:239.1.2.3")) {
      int number = node1.make(3);
      node1.connect(3.1, number, group, 5, scene.settings());
    }

    assertThat(found(node1, node2)).isEmpty();
  }

  /** LIDs of groups are those from 0xC000 on; 0xFFFF is the permissive one. */
  @ParameterizedTest
  @CsvSource({"49151, true", "49152, false", "49199, false", "65534, false", "65535, true"})
  void groupsHaveLidsOfTheirOwn(int lid, boolean isForeign) {
    QueuePair pair =
        Scenes.connected(QueuePairState.RTS, 17, 18)
            .with(
                QueuePairPath.leading(
                    Optional.of(QueuePairState.RTS),
                    Optional.empty(),
                    OptionalInt.of(18),
                    OptionalInt.of(1),
                    Optional.of(
                        new Address(Transport.IB, 1, OptionalInt.of(lid), 0, 0, Optional.empty())),
                    OptionalInt.empty()));
    Inventory inventory =
        new Inventory(
            Scenes.START,
            List.of(new LiveObject(ResourceType.QP, 1, 17, 42, "app", 100, pair)),
            List.of());
    HostLog log = new HostLog(0, 10);
    log.add(listed(inventory));

    List<Finding> found =
        JoinInspector.inspect(
                Joiner.join(List.of(log.record("a", "a.rec"), JoinScenes.log(1, node2, 0, 2))))
            .findings();

    assertThat(found).extracting(Finding::rule).isEqualTo(isForeign ? List.of("J8") : List.of());
  }

  private static Sample listed(Inventory inventory) {
    return Samples.of(
        Scenes.START,
        0,
        List.of(new Device(1, "mlx5_0")),
        List.of(),
        Map.of(),
        Map.of(),
        Health.NONE,
        List.of(),
        0,
        inventory,
        Map.of(),
        Cost.NONE);
  }

  @Test
  void manyConnectionsAtOnceAreNoStorm() {
    Numbers first = scene.connect(node1, node2, 2);
    node1.end(2.5, first.one(), EndCause.DESTROYED, 0);
    node2.end(2.5, first.other(), EndCause.DESTROYED, 0);
    for (int i = 0; i < 100; i++) {
      scene.connect(node1, node2, 3 + i * 0.01);
    }

    assertThat(found(node1, node2)).isEmpty();
  }

  @Test
  void anAddressThatNobodyHas() {
    scene.connect(node1, node3, 3);

    Finding finding = onlyFound();

    assertThat(finding.rule()).isEqualTo("J8");
    assertThat(finding.subject()).isEqualTo("10.1.0.8");
    assertThat(finding.evidence())
        .isEqualTo("leading to it: queue pairs 1, address handles 0, of node1");
  }

  @Test
  void anAddressThatNobodyHasIsToldOfThreeHosts() {
    RecordedHost node4 = new RecordedHost("node4", "10.1.0.9", Duration.ZERO, 92, "d", 7000);
    RecordedHost away = new RecordedHost("away", "10.1.0.10", Duration.ZERO, 93, "e", 8000);
    RecordedHost[] hosts = {node1, node2, node3, node4};
    for (RecordedHost host : hosts) {
      scene.connect(host, away, 3);
    }
    for (int i = 1; i < hosts.length; i++) {
      scene.connect(hosts[0], hosts[i], 3);
    }

    assertThat(found(hosts))
        .extracting(Finding::subject, Finding::evidence)
        .containsExactly(
            tuple(
                "10.1.0.10",
                "leading to it: queue pairs 4, address handles 0, of node1, node2, node3 and 1"
                    + " more"));
  }

  @Test
  void anAddressThatNobodyHasIsToldSinceTheFirstConnectionToIt() {
    RecordedHost away = new RecordedHost("away", "10.1.0.10", Duration.ZERO, 93, "e", 8000);
    scene.connect(node1, away, 5);
    scene.connect(node2, away, 3);
    scene.connect(node3, away, 4);
    for (RecordedHost host : List.of(node2, node3)) {
      scene.connect(node1, host, 2);
    }

    assertThat(found(node1, node2, node3))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.evidence()).endsWith(" of node1, node2, node3");
          // By the clock of the first host.
          assertThat(finding.first())
              .isBetween(Scenes.START.plusMillis(3000), Scenes.START.plusMillis(3030));
        });
  }

  @Test
  void addressHandlesLeadToAnAddressThatNobodyHasToo() {
    Address address = new Address(Transport.IB, 1, OptionalInt.of(7), 0, 0, Optional.empty());
    List<AddressHandle> handles =
        List.of(
            new AddressHandle(1, 1, 5, 42, "app", 100, Scenes.START, address),
            new AddressHandle(2, 1, 5, 42, "app", 100, Scenes.START, address));
    HostLog log = new HostLog(0, 10);
    log.add(listed(new Inventory(Scenes.START, List.of(), List.of(), List.of(), handles, 0)));

    assertThat(
            JoinInspector.inspect(
                    Joiner.join(List.of(log.record("a", "a.rec"), JoinScenes.log(1, node2, 0, 2))))
                .findings())
        .extracting(Finding::rule, Finding::subject, Finding::evidence)
        .containsExactly(
            tuple("J8", "lid 7", "leading to it: queue pairs 0, address handles 2, of a"));
  }

  @Test
  void nothingIsSaidOfAPeerOnAHostThatWasNotRecordedThen() {
    scene.connect(node1, node2, 3);
    int number = node1.make(10);
    node1.connect(10.1, number, node2.gid(), 4711, scene.settings());

    var joined =
        Joiner.join(List.of(JoinScenes.log(0, node1, 0, UNTIL), JoinScenes.log(1, node2, 0, 8)));

    assertThat(joined.lone()).hasSize(1);
    assertThat(JoinInspector.inspect(joined).findings()).isEmpty();
  }

  @Test
  void whatIsAlikeIsOneFindingWithANumber() {
    List<Numbers> lost = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      lost.add(scene.connect(node1, node2, 2 + i * 0.01));
    }
    for (Numbers numbers : lost) {
      node2.end(10, numbers.other(), EndCause.KILLED, 9);
    }

    Finding finding = onlyFound();

    assertThat(finding.count()).isEqualTo(50);
    assertThat(finding.evidence()).endsWith("; and 49 more like it");
  }
}
