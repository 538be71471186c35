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
import org.rdmamonitor.model.Inventory;
import org.rdmamonitor.model.LiveObject;
import org.rdmamonitor.model.ResourceType;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.KernelReading;

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
                object(ResourceType.CQ, 8, LiveObject.None.NONE),
                object(ResourceType.QP, 0, LiveObject.None.NONE),
                object(ResourceType.CTX, 9, LiveObject.None.NONE)),
            List.of());

    assertThat(KernelObjects.byPid(inventory))
        .isEqualTo(Map.of(7, new Amounts(1, 0, 2, 8192), 8, Amounts.ONE_CQ));
  }

  @Test
  void aHostWithoutObjectsHasNone() throws IOException {
    KernelReading reading = new KernelObjects().read();

    assertThat(reading.begun() - System.nanoTime()).isNotPositive();
    assertThat(reading.objects().keySet()).noneMatch(owner -> owner.process().pid() == 0);
  }
}
