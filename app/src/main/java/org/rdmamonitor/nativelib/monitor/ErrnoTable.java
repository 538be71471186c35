// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.posix.MappedMemory;

/** How often each verb returned each errno, on the whole host. */
public final class ErrnoTable implements AutoCloseable {
  private final MappedMemory memory;

  public ErrnoTable(BpfMap map) {
    memory = map.mapElements();
  }

  /**
   * The errno values that are counted separately go from 1 to below this; 0 stands for all others.
   */
  public static int limit() {
    return RdmaMonitorAbi.RM_ERRNOS();
  }

  /**
   * Reads how often a verb returned each errno.
   *
   * @param into as long as {@link #limit}
   */
  public void read(int verb, long[] into) {
    long row = (long) verb * RdmaMonitorAbi.RM_ERRNOS() * Long.BYTES;
    MemorySegment.copy(memory.segment(), ValueLayout.JAVA_LONG, row, into, 0, into.length);
  }

  @Override
  public void close() {
    memory.close();
  }
}
