// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.kernel.host.CgroupNames;
import org.rdmamonitor.source.kernel.host.Processes;
import org.rdmamonitor.source.kernel.host.WatchedDevices;

/** The kernel's own list of RDMA objects, for callers that need nothing else. For one thread. */
public final class KernelInventory {
  /**
   * More processes than any host has where this is of use; what further ones hold is not reported.
   */
  private static final int MOST_PROCESSES = 1 << 18;

  private final InventoryReader reader;

  public KernelInventory(Clock clock) {
    this.reader =
        new InventoryReader(
            new CgroupNames(Optional.empty()),
            new Processes(Path.of("/proc")),
            clock,
            new WatchedDevices(DeviceFilter.ALL)::entries,
            new InventoryReader.Bounds(0, MOST_PROCESSES, 0));
  }

  /**
   * Lists everything anew, added up by process; empty if there is no RDMA. Cgroups are not
   * reported.
   *
   * @throws SourceException if it cannot be listed
   */
  public Inventory read() {
    try {
      return reader.read();
    } catch (NativeException e) {
      throw new SourceException(String.valueOf(e.getMessage()));
    }
  }
}
