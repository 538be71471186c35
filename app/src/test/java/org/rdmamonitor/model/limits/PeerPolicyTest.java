// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.limits.PeerPolicy.Prefix;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;

class PeerPolicyTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "none",
        "10.1.0.0/16",
        "10.1.0.7",
        "!10.1.0.7 10.1.0.0/16",
        "0.0.0.0/0",
        "::/0",
        "::",
        "fd00::/8 fe80::/10",
        "fe80::202:c9ff:fe00:1",
        "lid:7",
        "!lid:7 lid:1-400",
      })
  void whatIsReadIsWrittenAlike(String text) {
    assertThat(PeerPolicy.parse(text).text()).isEqualTo(text);
  }

  /** Entries as they are, also such as have no effect. */
  private static PeerPolicy inOrder(String text) {
    return new PeerPolicy(
        Arrays.stream(text.strip().split("[ ,]+"))
            .flatMap(word -> PeerPolicy.parse(word).entries().stream())
            .toList());
  }

  @Test
  void whatLiesWithinEarlierEntriesIsRefused() {
    assertThatThrownBy(() -> PeerPolicy.parse("10.1.0.0/17 10.1.128.0/17 !10.1.200.0/24 lid:7"))
        .as("two halves are two entries")
        .hasMessage(
            "!10.1.200.0/24 has no effect behind entries that it lies within; the first that"
                + " matches decides");
    assertThatThrownBy(() -> PeerPolicy.parse("lid:1-9 lid:3-4"))
        .hasMessageContaining("lid:3-4 has no effect");
    assertThat(PeerPolicy.parse("lid:3-4 lid:1-9").entries()).hasSize(2);
  }

  @Test
  void omniPathsOwnGidsHaveALidInThemselves() {
    PeerPolicy policy = PeerPolicy.parse("fe80::/10 lid:1-400");
    String gid = "fe80::6:6a00:0:%x";

    assertThat(policy.permits(address(7, gid.formatted(0x100)))).isTrue();
    assertThat(policy.permits(address(7, gid.formatted(0x1000)))).isFalse();
    assertThat(policy.permits(PeerAddress.of(Gid.parse(gid.formatted(0x1000)).orElseThrow())))
        .as("without LIDs it is any other")
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.1.0.0/16               | 10.1.255.255 | true",
        "10.1.0.0/16               | 10.2.0.0     | false",
        "10.1.0.0/16               | fd00::1      | false",
        "10.1.0.0/16,fd00::/8      | fd12::1      | true",
        "10.1.0.7                  | 10.1.0.7     | true",
        "10.1.0.7                  | 10.1.0.6     | false",
        "!10.1.2.0/24 10.1.0.0/16  | 10.1.2.9     | false",
        "!10.1.2.0/24 10.1.0.0/16  | 10.1.3.9     | true",
        "10.1.0.0/16 !10.1.2.0/24  | 10.1.2.9     | true",
        "0.0.0.0/0                 | 192.0.2.1    | true",
        "0.0.0.0/0                 | fe80::1      | false",
        "::/0                      | 192.0.2.1    | true",
        "none                      | 10.1.0.7     | false",
        "!10.1.2.0/24              | 10.1.3.9     | false",
      })
  void theFirstThatMatchesDecides(String policy, String peer, boolean isPermitted) {
    PeerPolicy read = inOrder(policy);
    Gid gid = Gid.parse(peer).orElseThrow();

    assertThat(read.permits(gid)).isEqualTo(isPermitted);
    assertThat(longest(read, false, gid)).as("by the longest prefix").isEqualTo(isPermitted);
  }

  @ParameterizedTest
  @CsvSource({
    "lid:1-6, 1/32 2/31 4/31 6/32",
    "lid:8-15, 8/29",
    "lid:7, 7/32",
    "lid:7-8, 7/32 8/32"
  })
  void aRangeOfLidsIsTheFewestPrefixes(String policy, String prefixes) {
    assertThat(
            PeerPolicy.parse(policy).prefixes().keySet().stream()
                .sorted(Comparator.comparingLong(prefix -> prefix.first().high()))
                .map(prefix -> (prefix.first().high() >>> 32) + "/" + prefix.length()))
        .containsExactly(prefixes.split(" ", -1));
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true", "400, true", "401, false"})
  void aLidIsPermittedWithinItsRangeAndNotWhereItIsExcluded(int lid, boolean isPermitted) {
    assertThat(PeerPolicy.parse("lid:1-400").permitsLid(lid)).isEqualTo(isPermitted);
    assertThat(PeerPolicy.parse("!lid:1-400 lid:1-16777215").permitsLid(lid))
        .isEqualTo(!isPermitted && lid > 0);
  }

  @Test
  void entriesMayHaveAnySpaceBetweenThemAndThereAreAtMost256() {
    String most = " lid:7".repeat(PeerPolicy.MOST_ENTRIES);

    assertThat(PeerPolicy.parse("  lid:1 ,, lid:3\tfd00::/8,").text())
        .isEqualTo("lid:1 lid:3 fd00::/8");
    assertThatThrownBy(() -> PeerPolicy.parse(most)).hasMessageContaining("has no effect");
    assertThatThrownBy(() -> PeerPolicy.parse(most + " lid:8")).hasMessageContaining("256");
    assertThat(PeerPolicy.parse("lid:16777215").permitsLid(16_777_215)).isTrue();
    assertThatThrownBy(() -> PeerPolicy.parse("lid:16777216"))
        .hasMessageContaining("no range of LIDs");
  }

  @Test
  void ofALongWordAMessageShowsTheBeginning() {
    assertThatThrownBy(() -> PeerPolicy.parse("x".repeat(49)))
        .hasMessageStartingWith("'" + "x".repeat(48) + "...' is no address");
    assertThatThrownBy(() -> PeerPolicy.parse("x".repeat(48)))
        .hasMessageStartingWith("'" + "x".repeat(48) + "' is no address");
  }

  @ParameterizedTest
  @CsvSource({"10.1.0.0/33, 32", "fd00::/129, 128"})
  void aPrefixIsNoLongerThanAnAddress(String prefix, int bits) {
    assertThatThrownBy(() -> PeerPolicy.parse(prefix))
        .hasMessage("'%s' has a longer prefix than the %d bits of an address", prefix, bits);
  }

  @Tag("long")
  @Test
  void inATableOfPrefixesTheSameLidsArePermitted() {
    Random random = new Random(17);
    for (int i = 0; i < 200; i++) {
      StringBuilder text = new StringBuilder();
      for (int entry = 0; entry <= random.nextInt(5); entry++) {
        int first = 1 + random.nextInt(300);
        text.append(random.nextBoolean() ? " lid:" : " !lid:")
            .append(first)
            .append('-')
            .append(first + random.nextInt(100));
      }
      PeerPolicy policy = inOrder(text.toString());
      for (int lid = 0; lid < 420; lid++) {
        assertThat(longest(policy, true, new Gid((long) lid << 32, 0)))
            .as("%s, LID %d", text, lid)
            .isEqualTo(policy.permitsLid(lid));
      }
    }
  }

  @Tag("long")
  @Test
  void inATableOfPrefixesTheSameAddressesArePermitted() {
    Random random = new Random(18);
    for (int i = 0; i < 200; i++) {
      StringBuilder text = new StringBuilder();
      for (int entry = 0; entry <= random.nextInt(6); entry++) {
        int length = 20 + random.nextInt(13);
        Gid gid = new Gid(0, 0xffff_0a00_0000L | random.nextInt(1 << 10)).prefix(96 + length);
        text.append(random.nextBoolean() ? " " : " !").append(gid.ipv4Text()).append("/" + length);
      }
      PeerPolicy policy = inOrder(text.toString());
      for (int host = 0; host < 1 << 10; host++) {
        Gid gid = new Gid(0, 0xffff_0a00_0000L | host);
        assertThat(longest(policy, false, gid)).as(text.toString()).isEqualTo(policy.permits(gid));
      }
    }
  }

  /** As a trie has it: of the prefixes that match the longest. */
  private static boolean longest(PeerPolicy policy, boolean isLid, Gid address) {
    Map<Prefix, Boolean> prefixes = new HashMap<>(policy.prefixes());
    for (int length = Gid.BITS; length >= 0; length--) {
      Boolean isAllowed = prefixes.get(new Prefix(isLid, address.prefix(length), length));
      if (isAllowed != null) {
        return isAllowed;
      }
    }
    return false;
  }

  @Test
  void whereThereAreLidsTheLidAndTheGidHaveToBePermitted() {
    PeerPolicy both = PeerPolicy.parse("fe80::/10 lid:1-400");

    assertThat(both.permits(address(7, "fe80::1"))).isTrue();
    assertThat(both.permits(address(401, "fe80::1"))).isFalse();
    assertThat(both.permits(address(7, "fd00::1"))).isFalse();
    assertThat(both.permits(address(7, null))).isTrue();
    assertThat(PeerPolicy.parse("fe80::/10").permits(address(7, "fe80::1"))).isFalse();
  }

  @Test
  void onRoceTheGidDecides() {
    PeerAddress roce =
        PeerAddress.of(
            new Address(
                Transport.ROCE_V2,
                1,
                OptionalInt.empty(),
                0,
                0,
                Optional.of(Route.of("", 0, "::ffff:10.1.0.7", 0, 64, 0))));

    assertThat(PeerPolicy.parse("10.1.0.0/16").permits(roce)).isTrue();
    assertThat(PeerPolicy.parse("10.2.0.0/16 lid:1-400").permits(roce)).isFalse();
  }

  private static PeerAddress address(int lid, String gid) {
    return PeerAddress.of(
        new Address(
            Transport.IB,
            1,
            OptionalInt.of(lid),
            0,
            0,
            Optional.ofNullable(gid).map(peer -> Route.of("", 0, peer, 0, 64, 0))));
  }
}
