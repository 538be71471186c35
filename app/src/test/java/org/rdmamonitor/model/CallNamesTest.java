// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;

class CallNamesTest {
  private final CallNames names = new CallNames();

  private static Sample sample(List<Device> devices, List<Cgroup> cgroups) {
    return Samples.of(Instant.EPOCH, 0, devices, cgroups, Map.of(), Map.of(), Health.NONE);
  }

  private static ControlCall call(int device, long cgroup) {
    return new ControlCall(
        Instant.EPOCH,
        Verb.QP_DESTROY,
        device,
        OptionalInt.empty(),
        new ControlCall.Caller(1, 1, "comm", false, cgroup, 0, false),
        0,
        Duration.ZERO,
        ControlCall.None.NONE);
  }

  @Test
  void aDeviceThatWasRemovedSinceKeepsItsNameAndAnotherTakesIts() {
    names.follow(sample(List.of(new Device(3, "rxe0")), List.of()));
    names.follow(sample(List.of(), List.of()));
    assertThat(names.device(call(3, 7))).isEqualTo("rxe0");
    assertThat(names.device(call(4, 7))).isEqualTo(Device.unnamed(4).name());

    names.follow(sample(List.of(new Device(3, "mlx5_0")), List.of()));
    assertThat(names.device(call(3, 7))).isEqualTo("mlx5_0");
  }

  @Test
  void aCgroupIsCalledAsTheSampleHasIt() {
    names.follow(sample(List.of(), List.of(new Cgroup(7, "/a"))));
    assertThat(names.cgroup(call(3, 7)).path()).isEqualTo("/a");
    assertThat(names.cgroup(call(3, Cgroup.KERNEL_ID))).isEqualTo(Cgroup.KERNEL);
    names.follow(sample(List.of(), List.of()));
    assertThat(names.cgroup(call(3, 7))).isEqualTo(Cgroup.withoutPath(7));
  }
}
