// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

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
}
