// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/**
 * Keeps leases beyond the life of this process. It is called under a lock, and so must not wait.
 */
@FunctionalInterface
public interface LeaseStore {
  /** Keeps nothing. */
  LeaseStore NOWHERE = lease -> {};

  /** From now on a process holds this; it replaces what the process held in the same cgroup. */
  void holds(Lease lease);
}
