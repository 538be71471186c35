// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.Set;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** What is permitted with registered memory, and through a queue pair. */
public enum Access {
  /**
   * Receives, and results of READs and atomics, may be written; remote writes and atomics require
   * this.
   */
  LOCAL_WRITE(RdmaVerbs.IBV_ACCESS_LOCAL_WRITE()),
  REMOTE_WRITE(RdmaVerbs.IBV_ACCESS_REMOTE_WRITE()),
  REMOTE_READ(RdmaVerbs.IBV_ACCESS_REMOTE_READ()),
  REMOTE_ATOMIC(RdmaVerbs.IBV_ACCESS_REMOTE_ATOMIC()),
  /** Memory windows may be bound to the region. */
  WINDOW_BIND(RdmaVerbs.IBV_ACCESS_MW_BIND()),
  /** The remote side counts addresses from 0. */
  ZERO_BASED(RdmaVerbs.IBV_ACCESS_ZERO_BASED()),
  /** The device may reorder its writes; drivers that cannot ignore it. */
  RELAXED_ORDERING(RdmaVerbs.IBV_ACCESS_RELAXED_ORDERING());

  private final int flag;

  Access(int flag) {
    this.flag = flag;
  }

  static int flags(Set<Access> access) {
    int flags = 0;
    for (Access one : access) {
      flags |= one.flag;
    }
    return flags;
  }
}
