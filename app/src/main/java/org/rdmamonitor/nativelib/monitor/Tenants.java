// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

/** Which cgroups are tenants; {@link TenantTable} is the real one. */
public interface Tenants {
  /** The cgroup of this id has this element of the {@link QuotaTable} from now on. */
  void put(long cgroup, int index);

  /** The cgroup is no tenant any more. */
  void remove(long cgroup);

  /**
   * Whether the cgroup is a tenant with this element: by {@link #put}, or because it was made where
   * it was expected.
   */
  boolean has(long cgroup, int index);

  /**
   * A cgroup that is made at this path has this element before any process is in it. A path that is
   * too long for the table is none that can be expected.
   *
   * @param path below the root of the host's cgroups
   */
  void expect(String path, int index);

  /** Nothing is expected at this path any more. */
  void forget(String path);
}
