// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said to a process that has capabilities and is refused what they are for. */
class PrerequisitesTest {
  @ParameterizedTest
  @ValueSource(strings = {"3", "4", "unknown"})
  void whereTheKernelAsksForMoreThatIsTheReason(String level) {
    assertThat(Prerequisites.forbiddenProbes(level))
        .contains("perf_event_paranoid is " + level + ")")
        .contains("set it to 2")
        .doesNotContain("seccomp");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "0", "1", "2"})
  void whereItDoesNotTheContainersProfileIs(String level) {
    assertThat(Prerequisites.forbiddenProbes(level))
        .contains("seccomp profile", "perf_event_open(2)", "CAP_PERFMON")
        .doesNotContain("set it to 2");
  }

  @Test
  void soItIsOfPrograms() {
    assertThat(Prerequisites.forbiddenPrograms())
        .contains("seccomp profile", "bpf(2)", "CAP_BPF", "locked memory");
  }
}
