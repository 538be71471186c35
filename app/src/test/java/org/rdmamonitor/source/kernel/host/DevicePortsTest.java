// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.resource.DeviceFacts.Port;

class DevicePortsTest {
  @TempDir private Path devices;

  private void file(String name, String text) throws IOException {
    Path file = devices.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void aPortHasItsStateAndCounters() throws IOException {
    file("mlx5_0/ports/1/state", "4: ACTIVE\n");
    file("mlx5_0/ports/1/phys_state", "5: LinkUp\n");
    file("mlx5_0/ports/1/link_layer", "InfiniBand\n");
    file("mlx5_0/ports/1/lid", "0x1c\n");
    file("mlx5_0/ports/1/rate", "100 Gb/sec (4X EDR)\n");
    file("mlx5_0/ports/1/counters/port_rcv_data", "18446744073709551615\n");
    file("mlx5_0/ports/1/counters/symbol_error", "3\n");
    file("mlx5_0/ports/1/hw_counters/out_of_sequence", "7\n");
    file("mlx5_0/ports/1/hw_counters/lifespan", "10\n");
    file("mlx5_0/ports/1/counters/odd", "N/A (no PMA)\n");

    assertThat(new DevicePorts(devices).of("mlx5_0"))
        .containsExactly(
            new Port(
                1,
                "ACTIVE",
                "LinkUp",
                "InfiniBand",
                "100 Gb/sec (4X EDR)",
                "",
                28,
                Map.of(
                    "port_rcv_data", Long.MAX_VALUE, "symbol_error", 3L, "out_of_sequence", 7L)));
  }

  @Test
  void onEthernetThereIsNoLidWhateverTheDriverSays() throws IOException {
    file("irdma0/ports/1/link_layer", "Ethernet\n");
    file("irdma0/ports/1/lid", "0x1\n");
    file("hfi1_0/ports/1/link_layer", "InfiniBand\n");
    file("hfi1_0/ports/1/lid", "0x1\n");

    assertThat(new DevicePorts(devices).of("irdma0")).extracting(Port::lid).containsExactly(0);
    assertThat(new DevicePorts(devices).of("hfi1_0")).extracting(Port::lid).containsExactly(1);
  }

  @Test
  void whatAPortDoesNotTellIsEmptyAndTheOthersAreThere() throws IOException {
    Files.createDirectories(devices.resolve("rxe0/ports/2"));
    file("rxe0/ports/1/state", "1: DOWN\n");
    file("rxe0/ports/not_a_port/state", "4: ACTIVE\n");

    List<Port> ports = new DevicePorts(devices).of("rxe0");

    assertThat(ports).extracting(Port::number).containsExactly(1, 2);
    assertThat(ports).extracting(Port::state).containsExactly("DOWN", "");
  }

  @Test
  void countersNeedNotBeRead() throws IOException {
    file("mlx5_0/ports/1/state", "4: ACTIVE\n");
    file("mlx5_0/ports/1/counters/symbol_error", "3\n");

    assertThat(new DevicePorts(devices).withoutCounters("mlx5_0"))
        .containsExactly(new Port(1, "ACTIVE", "", "", "", "", Map.of()));
  }

  @Test
  void aDeviceThatHasGoneHasNoPorts() {
    assertThat(new DevicePorts(devices).of("gone")).isEmpty();
  }
}
