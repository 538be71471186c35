// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.generated.rm_peer_key;

/**
 * Whom policies permit to talk to, in the form that the BPF programs look up (struct rm_peer_key).
 */
public final class PeerTable implements Peers {
  private static final ValueLayout.OfLong ON_THE_WIRE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private final BpfMap map;

  public PeerTable(BpfMap map) {
    this.map = map;
  }

  @Override
  public void put(Prefix prefix, boolean isPermitted) {
    try (Arena arena = Arena.ofConfined()) {
      map.put(key(prefix, arena), arena.allocateFrom(ValueLayout.JAVA_INT, isPermitted ? 1 : 0));
    }
  }

  @Override
  public void remove(Prefix prefix) {
    try (Arena arena = Arena.ofConfined()) {
      map.remove(key(prefix, arena));
    }
  }

  private static MemorySegment key(Prefix prefix, Arena arena) {
    MemorySegment key = rm_peer_key.allocate(arena);
    rm_peer_key.prefix_length(key, Integer.SIZE + prefix.length());
    rm_peer_key.list(key, prefix.policy() << 1 | (prefix.isLid() ? 1 : 0));
    MemorySegment address = rm_peer_key.address(key);
    address.set(ON_THE_WIRE, 0, prefix.high());
    address.set(ON_THE_WIRE, Long.BYTES, prefix.low());
    return key;
  }
}
