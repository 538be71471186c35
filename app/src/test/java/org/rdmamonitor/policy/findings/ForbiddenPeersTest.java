// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.AddressHandle;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.LiveObject.QueuePair;
import org.rdmamonitor.model.QueuePairPath;
import org.rdmamonitor.model.QueuePairPath.Address;
import org.rdmamonitor.model.QueuePairPath.Route;
import org.rdmamonitor.model.QueuePairPath.Transport;
import org.rdmamonitor.model.QueuePairState;
import org.rdmamonitor.model.QueuePairType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.findings.Story.Program;

class ForbiddenPeersTest {
  private static final Program IN_A = Program.of("a", 7);
  private static final Program IN_B = Program.of("b", 8);

  private final Story story = new Story(new ForbiddenPeers());

  private static Address roce(String peer) {
    return new Address(
        Transport.ROCE_V2,
        1,
        OptionalInt.empty(),
        0,
        0,
        Optional.of(new Route("::ffff:10.1.0.1", 1, peer, 0, 64, 0)));
  }

  private static QueuePairPath to(Address address) {
    OptionalInt none = OptionalInt.empty();
    return new QueuePairPath(
        Optional.of(QueuePairState.RTS),
        Optional.empty(),
        OptionalInt.of(331),
        OptionalInt.of(1),
        Optional.of(address),
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none,
        none);
  }

  private static LiveObject connected(Program program, int number, Address address) {
    LiveObject pair =
        Story.listed(program, number, QueuePairType.RC, QueuePairState.RTS, 331, 1, 1);
    return pair.with(((QueuePair) pair.detail()).with(to(address)));
  }

  @Test
  void aConnectionOutsideOfTheCgroupsPolicyIsFoundAtEachReading() {
    story
        .peers("/tenant-a", "10.1.0.0/16")
        .list(
            connected(IN_A, 17, roce("::ffff:10.2.0.7")),
            connected(IN_A, 18, roce("::ffff:10.2.0.7")),
            connected(IN_A, 19, roce("::ffff:10.1.0.7")),
            connected(IN_B, 20, roce("::ffff:10.2.0.7")));

    assertThat(story.findings())
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.rule()).isEqualTo("N1");
          assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
          assertThat(finding.subject()).isEqualTo("a[7] to 10.2.0.7");
          assertThat(finding.evidence())
              .isEqualTo("queue pair 17 on rxe0, RTS; outside of /tenant-a PEERS; 2 ways to it");
        });
    assertThat(story.pass(Duration.ofSeconds(1)).findings())
        .extracting(Finding::count)
        .containsExactly(2L);
  }

  @Test
  void thePoliciesOfTheHostAndOfEveryCgroupAboveHold() {
    story
        .peers("10.0.0.0/8")
        .peers("/tenant-b", "10.2.0.0/16 192.0.2.0/24")
        .list(
            connected(IN_B, 17, roce("::ffff:192.0.2.1")),
            connected(IN_B, 18, roce("::ffff:10.1.0.1")),
            connected(IN_B, 19, roce("::ffff:10.2.0.1")));

    assertThat(story.findings())
        .extracting(Finding::subject, Finding::evidence)
        .containsExactlyInAnyOrder(
            tuple(
                "b[8] to 192.0.2.1",
                "queue pair 17 on rxe0, RTS; outside of host PEERS; 1 way to it"),
            tuple(
                "b[8] to 10.1.0.1",
                "queue pair 18 on rxe0, RTS; outside of /tenant-b PEERS; 1 way to it"));
  }

  @Test
  void addressHandlesAndLidsAreLookedAtToo() {
    AddressHandle handle =
        new AddressHandle(1, Story.RXE0, 5, 7, "a", IN_A.cgroup(), Story.START, roce("fd00::2"));
    Address lid = new Address(Transport.IB, 1, OptionalInt.of(9), 0, 0, Optional.empty());
    story.peers("lid:1-8 10.0.0.0/8").listWith(List.of(handle), connected(IN_A, 17, lid));

    assertThat(story.findings())
        .extracting(Finding::subject)
        .containsExactlyInAnyOrder("a[7] to fd00::2", "a[7] to lid:9");
  }

  @Test
  void whoeverHasNoPolicyAndKernelConsumersAndUnknownAddressesAreLeftAlone() {
    story.list(connected(IN_A, 17, roce("fd00::2")));
    assertThat(story.findings()).isEmpty();

    story
        .peers("none")
        .list(
            connected(Program.ofKernel(), 17, roce("fd00::2")),
            Story.listed(IN_A, 18, QueuePairType.RC, QueuePairState.RTS, 331, 1, 1));
    assertThat(story.findings()).isEmpty();
  }
}
