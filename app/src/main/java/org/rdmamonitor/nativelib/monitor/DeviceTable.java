// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.util.OptionalInt;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_device;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/** How many objects devices say they can hold (struct rm_device). */
public final class DeviceTable implements AutoCloseable {
  private final MappedMemory memory;

  public DeviceTable(BpfMap map) {
    memory = map.mapElements();
  }

  /**
   * The most objects of a type that a device can hold; empty where that is not known.
   *
   * @param index of the device
   * @param type number in enum rm_type
   */
  public OptionalInt most(int index, int type) {
    int element = Integer.remainderUnsigned(index, RdmaMonitorAbi.RM_DEVICES());
    MemorySegment device = memory.segment().asSlice(element * rm_device.sizeof());
    if (rm_device.known(device) == 0 || rm_device.index(device) != index) {
      return OptionalInt.empty();
    }
    int most = rm_device.most(device, type);
    return most > 0 ? OptionalInt.of(most) : OptionalInt.empty();
  }

  @Override
  public void close() {
    memory.close();
  }
}
