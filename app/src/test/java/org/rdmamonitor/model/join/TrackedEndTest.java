// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.PeerConnection;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

class TrackedEndTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Cgroup POD = new Cgroup(77, "/pod");

  private final TrackedEnd end = new TrackedEnd(1, 17, "rxe0", POD, 42, "app", START, null);

  private static PeerConnection listed(int pid, String owner, long cgroup) {
    QueuePair pair = Scenes.connected(QueuePairState.RTS, 17, 18);
    return new PeerConnection(
        new LiveObject(ResourceType.QP, 1, 17, pid, owner, cgroup, pair),
        pair,
        Optional.empty(),
        OptionalInt.empty());
  }

  @Test
  void aListThatKnowsNoOwnerLeavesTheOneThatIsKnown() {
    PeerConnection unowned = listed(0, "", Cgroup.OVERFLOW_ID);
    end.list(unowned, Cgroup.OVERFLOW, START.plusSeconds(1), START.plusSeconds(2));

    ConnectionEnd seen = end.view(0);
    assertThat(seen.cgroup()).isEqualTo(POD);
    assertThat(seen.connection()).isEqualTo(listed(42, "app", 77));
    assertThat(end.isSame(unowned)).isTrue();
  }

  @Test
  void aListThatKnowsAnotherIsBelieved() {
    end.list(
        listed(43, "heir", 78),
        new Cgroup(78, "/other"),
        START.plusSeconds(1),
        START.plusSeconds(2));

    ConnectionEnd seen = end.view(0);
    assertThat(seen.cgroup().path()).isEqualTo("/other");
    assertThat(seen.connection()).isEqualTo(listed(43, "heir", 78));
    assertThat(end.isSame(listed(42, "app", 77))).isFalse();
  }
}
