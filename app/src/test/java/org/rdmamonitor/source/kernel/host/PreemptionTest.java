// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreemptionTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a kernel without preemption, #1 SMP Debian 5.10, '', quiet, false",
    "a fully preemptible kernel, #1 SMP PREEMPT Debian, '', quiet, true",
    "a real-time kernel, #1 SMP PREEMPT_RT Debian, '', quiet, true",
    "dynamic and voluntary by debugfs, #1 SMP PREEMPT_DYNAMIC, none (voluntary) full, '', false",
    "dynamic and none by debugfs, #1 SMP PREEMPT_DYNAMIC, (none) voluntary full, '', false",
    "dynamic and full by debugfs, #1 SMP PREEMPT_DYNAMIC, none voluntary (full), '', true",
    "dynamic and lazy by debugfs, #1 SMP PREEMPT_DYNAMIC, full (lazy), '', true",
    "dynamic by command line without debugfs, #1 SMP PREEMPT_DYNAMIC, '', preempt=none, false",
    "dynamic and nobody says which, #1 SMP PREEMPT_DYNAMIC, '', quiet, true",
    "debugfs over the command line, #1 PREEMPT_DYNAMIC, none (voluntary), preempt=full, false",
  })
  void preemptionIsFoundOut(
      String kernel, String version, String mode, String commandLine, boolean possible) {
    assertThat(Preemption.isPossible(version, mode, commandLine)).as(kernel).isEqualTo(possible);
  }
}
