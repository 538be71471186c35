// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

class ConnectionSummaryTest {
  @Test
  void countsQueuePairsThatHaveAPeerHandlesAndWhomTheyLeadTo() {
    Sample scene = Scenes.connections();
    Inventory listed = scene.inventory();
    Inventory inventory =
        new Inventory(
            listed.time(),
            listed.objects(),
            listed.processes(),
            List.of(
                new Inventory.Rest(42, ResourceType.QP, 5, 0),
                new Inventory.Rest(42, ResourceType.MR, 100, 0)),
            listed.handles(),
            3);

    assertThat(ConnectionSummary.of(inventory, scene.facts()))
        .isEqualTo(
            new ConnectionSummary(
                5,
                Map.of(QueuePairState.RTS, 4L, QueuePairState.ERR, 1L),
                3,
                2, // 10.77.0.2 and LID 7
                1,
                8));
  }

  @Test
  void thereIsNothingToTellOfNeitherConnectionsNorHandles() {
    assertThat(ConnectionSummary.of(Inventory.NONE, Map.of()).isEmpty()).isTrue();
    assertThat(new ConnectionSummary(1, Map.of(), 0, 0, 0, 0).isEmpty()).isFalse();
    assertThat(new ConnectionSummary(0, Map.of(), 1, 0, 0, 0).isEmpty()).isFalse();
  }
}
