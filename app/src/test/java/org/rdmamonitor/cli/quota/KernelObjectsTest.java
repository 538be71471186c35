// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.KernelReading;
import org.rdmamonitor.quota.Resource;

class KernelObjectsTest {
  private static LiveObject object(ResourceType type, int pid, LiveObject.Detail detail) {
    return new LiveObject(type, 0, 1, pid, "app", 1, detail);
  }

  @Test
  void objectsOfProcessesAreCountedByKind() {
    LiveObject.Region region =
        new LiveObject.Region(
            4096, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), OptionalInt.empty());
    Inventory inventory =
        new Inventory(
            Instant.EPOCH,
            List.of(
                object(ResourceType.QP, 7, LiveObject.None.NONE),
                object(ResourceType.MR, 7, region),
                object(ResourceType.MR, 7, region),
                object(ResourceType.PD, 7, LiveObject.None.NONE),
                object(
                    ResourceType.CQ,
                    8,
                    new LiveObject.CompletionQueue(255, 1, OptionalInt.empty())),
                object(ResourceType.QP, 0, LiveObject.None.NONE),
                object(ResourceType.CTX, 9, LiveObject.None.NONE)),
            List.of(),
            List.of(
                new Inventory.Rest(8, ResourceType.CQ, 10, 1000),
                new Inventory.Rest(8, ResourceType.MR, 2, 4096),
                new Inventory.Rest(8, ResourceType.PD, 3, 0)));

    assertThat(KernelObjects.byPid(inventory))
        .isEqualTo(
            Map.of(
                7,
                Holdings.amounts(1, 0, 2, 8192),
                8,
                Amounts.objects(Resource.CQ, 11, 1255)
                    .plus(Amounts.objects(Resource.MR, 2, 4096))));
  }

  @Test
  void aHostWithoutObjectsHasNone() throws IOException {
    KernelReading reading = new KernelObjects().read();

    assertThat(reading.begun() - System.nanoTime()).isNotPositive();
    assertThat(reading.objects().keySet()).noneMatch(owner -> owner.process().pid() == 0);
  }
}
