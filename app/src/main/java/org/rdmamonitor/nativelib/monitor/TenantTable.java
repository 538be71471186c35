// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.rdmamonitor.nativelib.bpf.BpfMap;
import org.rdmamonitor.nativelib.posix.RawNames;

/**
 * Which cgroups are tenants: the element of {@link QuotaTable} by the id of a cgroup, or by the
 * path of a cgroup that will be made.
 */
public final class TenantTable implements Tenants {
  private final BpfMap map;
  private final BpfMap expected;

  public TenantTable(BpfMap map, BpfMap expected) {
    this.map = map;
    this.expected = expected;
  }

  @Override
  public void put(long cgroup, int index) {
    try (Arena arena = Arena.ofConfined()) {
      map.put(
          arena.allocateFrom(ValueLayout.JAVA_LONG, cgroup),
          arena.allocateFrom(ValueLayout.JAVA_INT, index));
    }
  }

  @Override
  public void remove(long cgroup) {
    try (Arena arena = Arena.ofConfined()) {
      map.remove(arena.allocateFrom(ValueLayout.JAVA_LONG, cgroup));
    }
  }

  @Override
  public boolean has(long cgroup, int index) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment found = arena.allocate(ValueLayout.JAVA_INT);
      return map.get(arena.allocateFrom(ValueLayout.JAVA_LONG, cgroup), found)
          && found.get(ValueLayout.JAVA_INT, 0) == index;
    }
  }

  @Override
  public void expect(String path, int index) {
    try (Arena arena = Arena.ofConfined()) {
      byte[] name = RawNames.bytes(path);
      if (name.length < expected.keySize()) {
        expected.put(key(arena, name), arena.allocateFrom(ValueLayout.JAVA_INT, index));
      }
    }
  }

  @Override
  public void forget(String path) {
    try (Arena arena = Arena.ofConfined()) {
      byte[] name = RawNames.bytes(path);
      if (name.length < expected.keySize()) {
        expected.remove(key(arena, name));
      }
    }
  }

  private MemorySegment key(Arena arena, byte[] name) {
    return arena.allocate(expected.keySize()).copyFrom(MemorySegment.ofArray(name));
  }
}
