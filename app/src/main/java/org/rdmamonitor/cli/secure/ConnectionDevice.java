// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.session.DeviceChoice;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which device, where the two ends of a connection are on two hosts. */
final class ConnectionDevice {
  @Option(
      names = {"-d", "--ib-dev"},
      paramLabel = "DEVICE",
      converter = SetupRxeCommand.Name.class,
      description = "The RDMA device (default: the one with the address of the connection).")
  private @Nullable String device;

  @Mixin private PortOptions port = new PortOptions();

  DeviceChoice choice() {
    return port.choice(Optional.ofNullable(device));
  }
}
