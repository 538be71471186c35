// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.ResourceType;

class WatchedDevicesTest {
  private static final Device FIRST = new Device(0, "mlx5_0");
  private static final Device SECOND = new Device(1, "mlx5_1");

  private final List<Device> present = new ArrayList<>(List.of(FIRST, SECOND));
  private final WatchedDevices watched =
      new WatchedDevices(
          new DeviceFilter(List.of(), List.of("mlx5_1")),
          new DeviceNamespaces(),
          this::list,
          () -> Map.of(FIRST, Map.of(ResourceType.QP, 1L), SECOND, Map.of(ResourceType.QP, 2L)));

  private int questions;

  private List<Device> list() {
    questions++;
    return present;
  }

  @Test
  void thoseOfTheFilterAreListedAndTheOthersKnownByIndex() {
    assertThat(watched.leavesOut()).isFalse();
    assertThat(watched.devices()).containsExactly(FIRST);
    assertThat(watched.isLeftOut(0)).isFalse();
    assertThat(watched.isLeftOut(1)).isTrue();
    assertThat(watched.leavesOut()).isTrue();
  }

  @Test
  void theSumsAreOfTheSame() {
    assertThat(watched.summary()).isEqualTo(Map.of(FIRST, Map.of(ResourceType.QP, 1L)));
    assertThat(watched.isLeftOut(1)).isTrue();
  }

  @Test
  void aSummaryNamesTheDevicesToo() {
    watched.summary();

    assertThat(watched.summedUp(Set.of(0, 1))).containsExactly(FIRST);
    assertThat(questions).isZero();
  }

  @Test
  void oneThatWasHeardOfSinceTheSummaryIsAskedFor() {
    Device third = new Device(2, "mlx5_2");
    watched.summary();
    present.add(third);

    assertThat(watched.summedUp(Set.of(0))).containsExactly(FIRST);
    assertThat(watched.summedUp(Set.of(0, 2))).containsExactly(FIRST, third);
    assertThat(questions).isEqualTo(1);
  }

  @Test
  void aDeviceThatHasGoneIsStillLeftOut() {
    watched.devices();
    present.remove(SECOND);
    watched.devices();

    assertThat(watched.isLeftOut(1)).isTrue();
  }

  @Test
  void aDeviceGoesByItsNewName() {
    watched.devices();
    present.set(0, new Device(0, "mlx5_1"));
    present.set(1, new Device(1, "ib1"));

    assertThat(watched.devices()).containsExactly(new Device(1, "ib1"));
    assertThat(watched.isLeftOut(0)).isTrue();
    assertThat(watched.isLeftOut(1)).isFalse();
  }
}
