// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.secure;

import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.secure.session.DeviceChoice;
import picocli.CommandLine.Option;

/** Which port of a device, and which of its addresses. */
final class PortOptions {
  @Option(
      names = {"-i", "--ib-port"},
      paramLabel = "PORT",
      converter = SecureValues.DevicePort.class,
      description = "Its port (default: the first that is active).")
  private @Nullable Integer port;

  @Option(
      names = {"-x", "--gid-index"},
      paramLabel = "INDEX",
      converter = SecureValues.Index.class,
      description = "The index of its GID (default: the one that fits).")
  private @Nullable Integer gid;

  DeviceChoice choice(Optional<String> device) {
    return new DeviceChoice(device, optional(port), optional(gid));
  }

  static OptionalInt optional(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
