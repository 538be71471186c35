// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel;

import java.util.Collection;
import org.rdmamonitor.model.resource.DeviceFacts;

/** What the links of all devices tell about the addresses that the connection manager takes. */
enum Links {
  /** They are the addresses of peers. */
  GIDS(""),
  /** An IP address is none of a peer there. */
  LIDS("a device has LIDs, of which IP addresses tell nothing"),
  UNKNOWN("the ports of a device are not known");

  private final String obstacle;

  Links(String obstacle) {
    this.obstacle = obstacle;
  }

  /** Of these devices; one whose ports are not known may have LIDs. */
  static Links of(Collection<DeviceFacts> devices) {
    if (devices.stream().anyMatch(DeviceFacts::hasLids)) {
      return LIDS;
    }
    return devices.stream().anyMatch(device -> device.ports().isEmpty()) ? UNKNOWN : GIDS;
  }

  /** Why such an address cannot be judged, in words for a person; empty if it can. */
  String obstacle() {
    return obstacle;
  }
}
