// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.rdmamonitor.nativelib.bpf.BpfMap;

/** Which cgroups are tenants: the element of {@link QuotaTable} by the id of a cgroup. */
public final class Tenants implements TenantTable {
  private final BpfMap map;

  public Tenants(BpfMap map) {
    this.map = map;
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
}
