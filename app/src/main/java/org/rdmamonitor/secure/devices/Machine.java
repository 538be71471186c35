// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;

/** What of a host matters to verbs; {@link ThisMachine} is the real one. */
public interface Machine {
  /**
   * A device.
   *
   * @param info what it says of itself; empty where it cannot be opened
   * @param problem why it cannot be opened; otherwise empty
   */
  record Found(String name, Optional<DeviceInfo> info, String problem) {}

  /** The devices, in the library's order. */
  List<Found> devices();

  /** The name of a network interface; its index where it has none any more. */
  String netdev(int index);

  /** Whether a kernel module is loaded or built in. */
  boolean isLoaded(String module);

  /** RLIMIT_MEMLOCK in bytes; empty where there is no limit. */
  OptionalLong lockedMemory();

  /** Whether that limit does not count for this process (CAP_IPC_LOCK). */
  boolean locksAnyway();
}
