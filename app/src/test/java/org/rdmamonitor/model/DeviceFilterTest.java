// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;

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

  @Test
  void aFilterWithoutPatternsAdmitsAll() {
    assertThat(DeviceFilter.ALL.admitsAll()).isTrue();
    assertThat(new DeviceFilter(List.of("a"), List.of()).admitsAll()).isFalse();
    assertThat(new DeviceFilter(List.of(), List.of("a")).admitsAll()).isFalse();
  }

  private static ControlCall call(int device, long cgroup) {
    return new ControlCall(
        Scenes.START,
        Verb.MR_REG,
        device,
        OptionalInt.empty(),
        new ControlCall.Caller(1, 1, "caller", false, cgroup, 0, false),
        0,
        Duration.ZERO,
        ControlCall.None.NONE);
  }

  private static AsyncEvent event(int device, long cgroup) {
    return new AsyncEvent(
        Scenes.START,
        AsyncEventType.ESTABLISHED.number(),
        device,
        Optional.of(new AsyncEvent.Owner(1, "waiting", false, cgroup)),
        new AsyncEvent.Connection(OptionalInt.of(3), OptionalInt.empty(), 0, "fd00::1", 1));
  }

  private static LiveObject region(int device, int pid, long cgroup) {
    return new LiveObject(
        ResourceType.MR,
        device,
        7,
        pid,
        "owner",
        cgroup,
        new LiveObject.Region(
            4096, OptionalInt.empty(), OptionalInt.empty(), Optional.empty(), OptionalInt.empty()));
  }

  private static Inventory.Owner owner(int pid) {
    return new Inventory.Owner(pid, "owner", 1, Duration.ZERO, Duration.ZERO);
  }

  /**
   * Of device 1 there are calls, events, objects and counts of cgroups 11 to 14, of device 2 of 21
   * to 24.
   */
  @Test
  void itHasTheProcessesAndCgroupsOfWhatIsLeft() {
    Sample like = Scenes.busy();
    Sample whole =
        new Sample(
            like.time(),
            like.nanos(),
            List.of(new Device(1, "in"), new Device(2, "out")),
            IntStream.of(11, 12, 13, 14, 21, 22, 23, 24, 30)
                .mapToObj(id -> new Cgroup(id, "/" + id))
                .toList(),
            Map.of(new Scope(11, 1), Counts.ZERO, new Scope(21, 2), Counts.ZERO),
            like.errors(),
            like.health(),
            List.of(call(1, 12), call(2, 22)),
            0,
            new Inventory(
                like.time(),
                List.of(region(1, 101, 13), region(2, 102, 23)),
                List.of(owner(101), owner(102), owner(103), owner(104)),
                List.of(new Inventory.Rest(103, ResourceType.MR, 5, 0)),
                List.of(),
                0),
            Map.of(1, DeviceFacts.NONE, 2, DeviceFacts.NONE),
            like.cost(),
            like.enforcement(),
            like.ethernet(),
            List.of(event(1, 14), event(2, 24)));

    Sample part = DeviceFilter.without(index -> index == 2, whole);

    assertThat(part.cgroups()).extracting(Cgroup::id).containsExactly(11L, 12L, 13L, 14L);
    assertThat(part.calls()).containsExactly(call(1, 12));
    assertThat(part.asyncEvents()).containsExactly(event(1, 14));
    assertThat(part.inventory().processes())
        .as("objects that are only counted may be of any device")
        .extracting(Inventory.Owner::pid)
        .containsExactly(101, 103);
    assertThat(part.facts()).containsOnlyKeys(1);
  }

  private static List<String> list(String pattern) {
    return pattern.isEmpty() ? List.of() : List.of(pattern);
  }
}
