// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.List;

/**
 * A device as a whole.
 *
 * @param name {@code rxe0}
 * @param maxInline bytes that a send work request may carry itself, as a queue pair that was made
 *     for a trial tells; negative where none could be made
 */
public record DeviceInfo(
    String name,
    DeviceAttributes attributes,
    List<PortInfo> ports,
    List<GidEntry> gids,
    int maxInline) {
  /** With copies of the lists. */
  public DeviceInfo {
    ports = List.copyOf(ports);
    gids = List.copyOf(gids);
  }
}
