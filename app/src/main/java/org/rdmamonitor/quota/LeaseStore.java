// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

/** Keeps leases beyond the life of this process. Called under a lock, and so must not wait. */
@FunctionalInterface
public interface LeaseStore {
  /** Keeps nothing. */
  LeaseStore NOWHERE = lease -> {};

  /** From now on a process holds this; what it held in the same cgroup before is replaced. */
  void holds(Lease lease);
}
