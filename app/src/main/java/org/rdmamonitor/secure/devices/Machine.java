// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;

/** The parts of a host that verbs depend on; {@link ThisMachine} is the real host. */
public interface Machine {
  /**
   * A device.
   *
   * @param info what it says about itself; empty if it cannot be opened
   * @param problem why it cannot be opened; otherwise empty
   */
  record Found(String name, Optional<DeviceInfo> info, String problem) {}

  /** The devices, in the library's order. */
  List<Found> devices();

  /** The name of a network interface; its index if it no longer has a name. */
  String netdev(int index);

  /** Whether a kernel module is loaded or built in. */
  boolean isLoaded(String module);

  /** RLIMIT_MEMLOCK in bytes; empty where there is no limit. */
  OptionalLong lockedMemory();

  /** Whether the limit does not apply to this process (CAP_IPC_LOCK). */
  boolean locksAnyway();
}
