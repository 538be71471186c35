// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.watch.Numbering;

/** The model has no access to the kernel's constants, so its own are held to them here. */
class SizeLimitsTest {
  @ParameterizedTest
  @EnumSource(Size.class)
  void theGreatestLimitIsTheGreatestThatTheKernelCounts(Size size) {
    int type = Numbering.of(size.type());

    assertThat(QuotaTable.sizeHolding(type)).isNotNegative();
    assertThat(size.most()).isEqualTo(RdmaMonitorAbi.RM_MOST_SIZE() * QuotaTable.sizeUnit(type));
  }
}
