// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.text.Printable;

/** Whose something is, in details. */
final class OwnerWords {
  private OwnerWords() {}

  /** {@code app, pid 42}, {@code the kernel (nvme_rdma)}. */
  static String of(int pid, String owner, long cgroup) {
    if (cgroup == Cgroup.KERNEL_ID) {
      return "the kernel (" + Printable.of(owner) + ")";
    }
    return pid == 0 ? "not known" : Printable.of(owner) + ", pid " + pid;
  }
}
