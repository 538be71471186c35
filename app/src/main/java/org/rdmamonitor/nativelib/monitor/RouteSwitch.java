// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.bpf.BpfObject;

/**
 * Whether a loaded BPF object judges what the connection manager is asked (routes_held in
 * routes.bpf.h); it begins with no. Safe for use by several threads.
 */
public final class RouteSwitch {
  private final BpfMap map;

  public RouteSwitch(BpfObject bpf) {
    map = bpf.map(".data.routes");
  }

  /** From now on it does, or does not. */
  public void set(boolean isHeld) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_INT, isHeld ? 1 : 0);
      map.put(arena.allocateFrom(ValueLayout.JAVA_INT, 0), value);
    }
  }
}
