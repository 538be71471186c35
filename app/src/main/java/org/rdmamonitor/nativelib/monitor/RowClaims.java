// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.rdmamonitor.nativelib.bpf.BpfMap;

/**
 * Claims on rows of the {@link RowTable}: whoever has claimed a row, a BPF program or this side,
 * may set it up.
 */
public final class RowClaims {
  private final BpfMap map;

  public RowClaims(BpfMap map) {
    this.map = map;
  }

  /** Claims a row; false if it is claimed already. */
  public boolean claim(int row) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_INT, row);
      return map.insert(key, arena.allocateFrom(ValueLayout.JAVA_BYTE, (byte) 1));
    }
  }

  /** Gives a claim back. */
  public void release(int row) {
    try (Arena arena = Arena.ofConfined()) {
      map.remove(arena.allocateFrom(ValueLayout.JAVA_INT, row));
    }
  }
}
