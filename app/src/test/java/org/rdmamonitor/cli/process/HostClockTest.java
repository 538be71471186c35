// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import org.junit.jupiter.api.Test;

final class HostClockTest {
  @Test
  void theZoneIsThatWhichTheJvmFinds() {
    assertThat(new HostClock().getZone().getRules()).isEqualTo(ZoneId.systemDefault().getRules());
  }
}
