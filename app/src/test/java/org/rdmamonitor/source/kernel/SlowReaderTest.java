// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.WatchedDevices;
import org.rdmamonitor.source.kernel.watch.KernelOptions;

class SlowReaderTest {
  private static final Device DEVICE = new Device(0, "mlx5_0");
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  private final List<List<Device>> read = new ArrayList<>();
  private long now;

  private final SlowReader reader =
      new SlowReader(
          new CgroupNames(Optional.empty()),
          Clock.systemUTC(),
          options(),
          new WatchedDevices(DeviceFilter.ALL),
          devices -> {
            read.add(devices);
            return Map.of();
          },
          () -> now);

  private static KernelOptions options() {
    KernelOptions usual = KernelOptions.defaults(Path.of("none"));
    return new KernelOptions(
        usual.bpfObject(),
        usual.probes(),
        usual.gidPackets(),
        usual.copies(),
        usual.ringBytes(),
        usual.maxObjects(),
        usual.runStatistics(),
        usual.enforcement(),
        usual.onExit(),
        usual.devices(),
        INTERVAL,
        usual.libraries(),
        usual.names());
  }

  @Test
  void portsAreReadAtTheirOwnIntervalHoweverOftenTheyAreAskedFor() {
    reader.follow(List.of(DEVICE), null);
    for (int second = 0; second < 30; second++) {
      now = Duration.ofSeconds(second).toNanos();
      assertThat(reader.facts()).containsOnlyKeys(DEVICE.index());
    }

    assertThat(read).hasSize(3).containsOnly(List.of(DEVICE));
  }
}
