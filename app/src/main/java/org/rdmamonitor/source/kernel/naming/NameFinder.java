// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.naming;

import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;

/** Looks for names. May take long. To be used by one thread at a time. */
interface NameFinder extends AutoCloseable {
  /** One look at the host, for many cgroups. */
  interface Lookup {
    /** The names for a cgroup, as far as there are any now. */
    GivenNames names(Cgroup cgroup);
  }

  /** Looks at the host anew. */
  Lookup begin();

  /** Whether a cgroup that has these names can have no more. */
  boolean isWhole(GivenNames names, Cgroup cgroup);

  @Override
  void close();
}
