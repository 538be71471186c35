// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** Memory that a device may reach, as far as its access rights go. */
public final class MemoryRegion extends Resource {
  private final long start;
  private final int lkey;
  private final int rkey;

  MemoryRegion(long address, long start, int lkey, int rkey, Resource[] parents) {
    super("memory region 0x%08x".formatted(rkey), address, parents);
    this.start = start;
    this.lkey = lkey;
    this.rkey = rkey;
  }

  /** The address where it begins. */
  public long start() {
    return start;
  }

  /** The key that one's own work requests name it by. */
  public int lkey() {
    return lkey;
  }

  /** The key that the other side names it by. */
  public int rkey() {
    return rkey;
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_dereg_mr(struct);
  }
}
