// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.cgroup.Cgroup;

class OwnerWordsTest {
  @Test
  void whoIsNotKnownIsNotTheKernel() {
    assertThat(OwnerWords.of(42, "app", 77)).isEqualTo("app, pid 42");
    assertThat(OwnerWords.of(0, "nvme_rdma", Cgroup.KERNEL_ID)).isEqualTo("the kernel (nvme_rdma)");
    assertThat(OwnerWords.of(0, "", Cgroup.OVERFLOW_ID)).isEqualTo("not known");
  }
}
