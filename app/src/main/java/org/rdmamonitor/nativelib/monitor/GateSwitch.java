// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.bpf.BpfObject;
import org.rdmamonitor.nativelib.generated.LibBpf;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * The switch that opens the gate of a loaded BPF object for good (gate_open in gate.bpf.h): from
 * then on nothing is refused, while the gate's programs are detached one after the other. Safe for
 * use by several threads.
 */
public final class GateSwitch {
  private final BpfMap map;

  public GateSwitch(BpfObject bpf) {
    map = bpf.map(".data.gate");
  }

  /**
   * Pins the switch as a file of the BPF file system, in an existing directory.
   *
   * @throws NativeException if that fails
   */
  public void pin(Path file) {
    map.pin(file);
  }

  /** Whether it has been opened, by whomever. */
  public boolean isOpen() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment open = arena.allocate(ValueLayout.JAVA_INT);
      return map.get(arena.allocateFrom(ValueLayout.JAVA_INT, 0), open)
          && open.get(ValueLayout.JAVA_INT, 0) != 0;
    }
  }

  /** Opens the gate. */
  public void open() {
    try (Arena arena = Arena.ofConfined()) {
      map.put(
          arena.allocateFrom(ValueLayout.JAVA_INT, 0), arena.allocateFrom(ValueLayout.JAVA_INT, 1));
    }
  }

  /**
   * Opens the gate by a switch that another process has pinned.
   *
   * @return whether the file is such a switch
   */
  public static boolean open(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      int fd = LibBpf.bpf_obj_get(arena.allocateFrom(file.toString()));
      if (fd < 0) {
        return false;
      }
      MemorySegment key = arena.allocateFrom(ValueLayout.JAVA_INT, 0);
      MemorySegment open = arena.allocateFrom(ValueLayout.JAVA_INT, 1);
      int error = LibBpf.bpf_map_update_elem(fd, key, open, LibBpf.BPF_ANY());
      LibC.close(fd);
      return error == 0;
    }
  }
}
