// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;

class QueuePairsByTypeTest {
  private static LiveObject queuePair(QueuePairType type, int device, long cgroup) {
    OptionalInt none = OptionalInt.empty();
    return new LiveObject(
        ResourceType.QP,
        device,
        1,
        7,
        "app",
        cgroup,
        new LiveObject.QueuePair(type, Optional.empty(), 1, none, none, none, 1, none));
  }

  private static Inventory inventory(List<Inventory.Rest> leftOut) {
    return new Inventory(
        Instant.EPOCH,
        List.of(
            queuePair(QueuePairType.RAW_PACKET, 1, 94),
            queuePair(QueuePairType.RC, 1, 94),
            queuePair(QueuePairType.RC, 2, 94),
            queuePair(QueuePairType.RC, 2, 95),
            new LiveObject(ResourceType.PD, 1, 1, 7, "app", 94, LiveObject.None.NONE)),
        List.of(),
        leftOut);
  }

  @Test
  void theyAreCountedByWhoseAndWhere() {
    QueuePairsByType counts = QueuePairsByType.of(inventory(List.of()));

    assertThat(counts.ofHost())
        .isEqualTo(Map.of(QueuePairType.RC, 3L, QueuePairType.RAW_PACKET, 1L));
    assertThat(counts.ofDevice(2)).isEqualTo(Map.of(QueuePairType.RC, 2L));
    assertThat(counts.ofCgroup(94))
        .isEqualTo(Map.of(QueuePairType.RC, 2L, QueuePairType.RAW_PACKET, 1L));
    assertThat(counts.byScope())
        .containsOnlyKeys(new Scope(94, 1), new Scope(94, 2), new Scope(95, 2));
    assertThat(counts.ofDevice(3)).isEmpty();
    assertThat(counts.ofCgroup(96)).isEmpty();
    assertThat(QueuePairsByType.text(counts.ofHost())).isEqualTo("RC 3, RAW_PACKET 1");
    assertThat(QueuePairsByType.text(Map.of())).isEmpty();
  }

  @Test
  void thoseThatAreNotToldOneByOneHaveNoType() {
    QueuePairsByType counts =
        QueuePairsByType.of(
            inventory(
                List.of(
                    new Inventory.Rest(7, ResourceType.QP, 5, 0),
                    new Inventory.Rest(Inventory.OTHERS, ResourceType.QP, 2, 0),
                    new Inventory.Rest(7, ResourceType.MR, 9, 0))));

    assertThat(counts.leftOut()).isEqualTo(7);
  }
}
