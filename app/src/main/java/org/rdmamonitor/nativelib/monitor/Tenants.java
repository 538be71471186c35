// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/** Which cgroups are tenants; {@link TenantTable} is the implementation. */
public interface Tenants {
  /** From now on the cgroup of this id has this element of the {@link QuotaTable}. */
  void put(long cgroup, int index);

  /** The cgroup is no tenant any more. */
  void remove(long cgroup);

  /**
   * Whether the cgroup is a tenant with this element: by {@link #put}, or because it was made at an
   * expected path.
   */
  boolean has(long cgroup, int index);

  /**
   * A cgroup that is made at this path gets this element before any process is in it. A path that
   * is too long for the table cannot be expected.
   *
   * @param path below the root of the host's cgroups
   */
  void expect(String path, int index);

  /** No longer expects a cgroup at this path. */
  void forget(String path);
}
