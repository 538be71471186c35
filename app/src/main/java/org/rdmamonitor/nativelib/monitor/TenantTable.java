// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/** Which cgroups are tenants; {@link Tenants} is the real one. */
public interface TenantTable {
  /** The cgroup of this id has this element of the {@link QuotaTable} from now on. */
  void put(long cgroup, int index);

  /** It is no tenant any more. */
  void remove(long cgroup);
}
