// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/**
 * A memory window of type 2: a part of a region with rights and an rkey of its own, given by {@link
 * WorkRequests#bindWindow} and taken back by {@link WorkRequests#localInvalidate}, by a peer's send
 * with invalidation, or by closing it.
 */
public final class MemoryWindow extends Resource {
  private static final int KEY_BITS = 0xff;

  private volatile int rkey;

  MemoryWindow(ProtectionDomain domain, long address, int rkey) {
    super("memory window 0x%08x".formatted(rkey), address, domain);
    this.rkey = rkey;
  }

  /** The key of the last binding; before the first one, of none. */
  public int rkey() {
    return rkey;
  }

  /** The key of the next binding: the last eight bits count up. From now on {@link #rkey()}. */
  public int nextRkey() {
    rkey = after(rkey);
    return rkey;
  }

  static int after(int rkey) {
    return (rkey & ~KEY_BITS) | ((rkey + 1) & KEY_BITS);
  }

  @Override
  int destroy(MemorySegment struct) {
    return RdmaVerbs.rv_dealloc_mw(struct);
  }
}
