// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;

class DeviceFilterTest {
  @ParameterizedTest
  @CsvSource({
    "mlx5_1, '', '', true",
    "mlx5_1, mlx5_.*, '', true",
    "rxe0, mlx5_.*, '', false",
    "mlx5_1, '', mlx5_1, false",
    "mlx5_10, '', mlx5_1, true", // the whole name
    "mlx5_1, mlx5_.*, mlx5_[0-3], false",
    "mlx5_4, mlx5_.*, mlx5_[0-3], true",
  })
  void aNameIsMatchedAsAWhole(String name, String included, String excluded, boolean admitted) {
    assertThat(new DeviceFilter(list(included), list(excluded)).admits(name)).isEqualTo(admitted);
  }

  @Test
  void oneOfSeveralIsEnough() {
    DeviceFilter filter = new DeviceFilter(List.of("a.*", "b.*"), List.of("a1", "b1"));

    assertThat(List.of("a0", "a1", "b0", "b1", "c0").stream().filter(filter::admits))
        .containsExactly("a0", "b0");
  }

  @Test
  void aSampleHasNothingOfADeviceThatIsLeftOut() {
    Sample whole = Scenes.connections();
    int out = whole.inventory().objects().getFirst().device();
    assertThat(whole.devices()).anyMatch(device -> device.index() == out);
    assertThat(whole.counts().keySet()).anyMatch(scope -> scope.device() == out);

    Sample part = DeviceFilter.without(index -> index == out, whole);

    assertThat(part.devices()).noneMatch(device -> device.index() == out);
    assertThat(part.devices()).hasSize(whole.devices().size() - 1);
    assertThat(part.counts().keySet()).isNotEmpty().noneMatch(scope -> scope.device() == out);
    assertThat(part.calls()).noneMatch(call -> call.device() == out);
    assertThat(part.inventory().objects()).noneMatch(object -> object.device() == out);
    assertThat(part.inventory().handles()).noneMatch(handle -> handle.device() == out);
    assertThat(part.facts()).doesNotContainKey(out);
    assertThat(DeviceFilter.without(index -> false, part)).isEqualTo(part);
  }

  private static List<String> list(String pattern) {
    return pattern.isEmpty() ? List.of() : List.of(pattern);
  }
}
