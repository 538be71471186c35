// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.Contact;
import org.rdmamonitor.model.connection.ContactLog;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairState;

class PeerAdviceTest {
  private static List<PeerAddress> peers(String... addresses) {
    return Stream.of(addresses)
        .map(address -> PeerAddress.of(Gid.parse(address).orElseThrow()))
        .toList();
  }

  private static PeerAddress lid(int number) {
    return new PeerAddress(Optional.empty(), OptionalInt.of(number));
  }

  @Test
  void addressesAreThoseThatWereSeenAndTheirPrefixWhereAllOfItWas() {
    assertThat(PeerAdvice.permitting(peers("10.1.0.7", "fd00::1", "10.1.0.4", "10.1.0.5")).text())
        .isEqualTo("10.1.0.4/31 10.1.0.7 fd00::1");
    assertThat(PeerAdvice.permitting(peers("10.1.0.4", "10.1.0.5", "10.1.0.6", "10.1.0.7")).text())
        .isEqualTo("10.1.0.4/30");
    assertThat(PeerAdvice.permitting(List.of())).isEqualTo(PeerPolicy.NOBODY);
  }

  @Test
  void lidsAreRanges() {
    assertThat(PeerAdvice.permitting(List.of(lid(3), lid(9), lid(1), lid(2))).text())
        .isEqualTo("lid:1-3 lid:9");
  }

  @Test
  void moreThanThereIsRoomForArePermittedByWhatTheyHaveInCommon() {
    Random random = new Random(5);
    List<PeerAddress> many = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      many.add(PeerAddress.of(new Gid(0, 0xffff_0a00_0000L | random.nextInt(1 << 20))));
    }
    IntStream.range(1, 1000).forEach(i -> many.add(lid(3 * i)));

    PeerPolicy policy = PeerAdvice.permitting(many);

    assertThat(policy.entries()).hasSizeLessThanOrEqualTo(PeerPolicy.MOST_ENTRIES);
    assertThat(many).allMatch(policy::permits);
    assertThat(policy.permits(Gid.parse("10.32.0.1").orElseThrow())).isFalse();
    assertThat(policy.permits(Gid.parse("fe80::1").orElseThrow())).isFalse();
    assertThat(PeerPolicy.parse(policy.text())).as("none lies within another").isEqualTo(policy);
  }

  /** One host of each is seen, and all hosts together are more than there is room for. */
  @ParameterizedTest
  @CsvSource({"256, 2001:db8::/56", "129, 2001:db8::/57 2001:db8:0:80::/64"})
  void networksThatLieSideBySideAreOne(int networks, String policy) {
    List<PeerAddress> peers = new ArrayList<>();
    for (int network = 0; network < networks; network++) {
      peers.add(PeerAddress.of(new Gid(0x2001_0db8_0000_0000L | network, 7)));
    }

    assertThat(PeerAdvice.permitting(peers).text()).isEqualTo(policy);
  }

  @Test
  void asManyAddressesAndRangesAsThereIsRoomForAreKeptApart() {
    List<PeerAddress> peers = new ArrayList<>();
    for (int i = 1; i <= PeerPolicy.MOST_ENTRIES / 2; i++) {
      peers.add(PeerAddress.of(new Gid(0x2001_0db8_0000_0000L, 2L * i)));
      peers.add(lid(2 * i));
    }

    PeerPolicy policy = PeerAdvice.permitting(peers);

    assertThat(policy.entries()).hasSize(PeerPolicy.MOST_ENTRIES);
    assertThat(policy.permits(lid(3))).isFalse();
  }

  /** One contact of each cgroup: of the first one with 10.1.0.0, of the next with 10.1.0.1. */
  static ContactLog contacts(String... cgroups) {
    ContactLog log = new ContactLog();
    List<Cgroup> known = new ArrayList<>();
    List<ControlCall> calls = new ArrayList<>();
    for (int i = 0; i < cgroups.length; i++) {
      int id = 100 + i;
      known.add(new Cgroup(id, cgroups[i]));
      calls.add(
          new ControlCall(
              Scenes.START,
              Verb.QP_MODIFY,
              1,
              OptionalInt.of(id),
              new ControlCall.Caller(id, id, "app" + i, false, id, 0, false),
              0,
              Duration.ZERO,
              new QueuePairChange(
                  QueuePairChange.STATE | QueuePairChange.ADDRESS,
                  Optional.of(QueuePairState.RTR),
                  18,
                  0,
                  0,
                  0,
                  0,
                  "::ffff:10.1.%d.%d".formatted(i >> 8, i & 0xff))));
    }
    log.add(Scenes.with(Scenes.busy(), known).with(calls, List.of(), 0));
    return log;
  }

  @Test
  void aCgroupHasTheContactsOfThoseBelowItToo() {
    assertThat(PeerAdvice.byCgroup(contacts("/a", "/a/sub", "/ab", "")))
        .as("and a cgroup that is not known has none")
        .hasEntrySatisfying("/a", of -> assertThat(comms(of)).containsExactly("app0", "app1"))
        .hasEntrySatisfying("/a/sub", of -> assertThat(comms(of)).containsExactly("app1"))
        .hasEntrySatisfying("/ab", of -> assertThat(comms(of)).containsExactly("app2"))
        .hasSize(3);
  }

  private static List<String> comms(List<Contact> contacts) {
    return contacts.stream().map(Contact::comm).toList();
  }

  @Test
  void cgroupsThatCannotHaveLimitsAreLeftToThoseAboveThem() {
    String deepest = "/b" + "/b".repeat(Quotas.MOST_DEPTH - 1);

    assertThat(
            PeerAdvice.byCgroup(
                contacts("/a", "/a/1", "/a/1/2", "/a/1/2/3", deepest, deepest + "/b")))
        .containsOnlyKeys("/a", "/a/1", "/a/1/2", deepest);
  }

  @Test
  void aLongNameIsNoDepth() {
    String name = "/" + "n".repeat(4 * Quotas.MOST_DEPTH);

    assertThat(PeerAdvice.byCgroup(contacts(name))).containsOnlyKeys(name);
  }

  @Test
  void noMoreCgroupsAreAdvisedThanCanHaveLimits() {
    String[] many =
        IntStream.rangeClosed(0, Quotas.MOST_TENANTS)
            .mapToObj(i -> "/c" + i)
            .toArray(String[]::new);

    assertThat(PeerAdvice.byCgroup(contacts(many))).hasSize(Quotas.MOST_TENANTS);
  }
}
