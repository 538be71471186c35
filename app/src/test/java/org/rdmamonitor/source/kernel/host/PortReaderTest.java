// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

/** Whoever opened a file of the device that is left out would wait without end. */
@Timeout(120)
class PortReaderTest {
  @TempDir private Path sysfs;

  @Test
  void ofADeviceThatIsLeftOutNoFileIsOpened() throws Exception {
    Files.writeString(port("mlx5_0").resolve("state"), "4: ACTIVE\n");
    fifo(port("mlx5_1").resolve("state"));
    WatchedDevices watched =
        new WatchedDevices(
            new DeviceFilter(List.of(), List.of("mlx5_1")),
            new DeviceNamespaces(),
            () -> List.of(new Device(0, "mlx5_0"), new Device(1, "mlx5_1")),
            Map::of);

    Map<Integer, List<Port>> ports =
        new PortReader(sysfs, watched.namespaces()).read(watched.devices());

    assertThat(ports).containsOnlyKeys(0);
    assertThat(ports.get(0)).extracting(Port::state).containsExactly("ACTIVE");
  }

  private Path port(String device) throws IOException {
    return Files.createDirectories(sysfs.resolve("class/infiniband/" + device + "/ports/1"));
  }

  private static void fifo(Path file) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
  }
}
