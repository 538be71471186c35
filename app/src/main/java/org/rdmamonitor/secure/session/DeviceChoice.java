// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which device, port and address a user wants; what is left open is chosen.
 *
 * @param device by name, such as {@code mlx5_0}
 * @param port from 1
 * @param gidIndex in the port's GID table
 */
public record DeviceChoice(Optional<String> device, OptionalInt port, OptionalInt gidIndex) {
  /** No preferences. */
  public static final DeviceChoice ANY =
      new DeviceChoice(Optional.empty(), OptionalInt.empty(), OptionalInt.empty());
}
