// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Golden;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.source.PrerequisiteException;
import org.rdmamonitor.source.SourceException;

/** Runs and how they end. */
class ProgramTest extends ProgramTrial {
  @Test
  void aRunIsPrintedFromStartToStop() throws IOException {
    assertThat(run("-i", "2", "-n", "2")).isEqualTo(ExitCode.OK);

    Golden.assertMatches(out.toString(), "program-run.txt");
    assertThat(err.toString()).isEmpty();
    assertThat(source.isClosed()).isTrue();
    assertThat(pace.isClosed()).isTrue();
  }

  @Test
  void jsonIsALineForEachReading() {
    assertThat(run("-j", "-n", "3")).isEqualTo(ExitCode.OK);

    assertThat(out.toString().lines())
        .extracting(line -> line.replaceAll(".*?\"type\":\"(\\w+)\".*", "$1"))
        .containsExactly("start", "interval", "stop");
  }

  @Test
  void prettyJsonIsIndented() {
    assertThat(run("--json", "--pretty", "-n", "1")).isEqualTo(ExitCode.OK);

    assertThat(out.toString()).startsWith("{\n  \"schema\" : 1,\n");
  }

  @Test
  void everythingThatIsMissingIsToldInASentenceEach() {
    opener =
        options -> {
          throw new PrerequisiteException(List.of("No kprobes: do this.", "No BTF: do that."));
        };

    assertThat(run()).isEqualTo(ExitCode.PREREQUISITE);
    assertThat(err.toString())
        .isEqualTo("rdma-monitor: No kprobes: do this.\nrdma-monitor: No BTF: do that.\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aSourceThatCannotBeOpenedIsToldInASentence() {
    opener =
        options -> {
          throw new SourceException("the kernel refuses");
        };

    assertThat(run()).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).isEqualTo("rdma-monitor: the kernel refuses\n");
  }

  @Test
  void aFaultOfTheProgramIsToldWithItsPlace() {
    opener =
        options -> {
          throw new IllegalStateException("cannot be");
        };

    assertThat(run()).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString())
        .startsWith("rdma-monitor: unexpected error, please report it:\n")
        .contains("IllegalStateException: cannot be\n    at org.rdmamonitor");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-n 1", "export 0 -n 1"})
  void whatWouldOutlastTheProcessIsTakenBackBeforeASignalMayEndIt(String arguments) {
    List<Boolean> mayEnd = new ArrayList<>();
    source.whenLetGo(() -> mayEnd.add(pace.isClosed()));

    assertThat(run(arguments.split(" "))).isEqualTo(ExitCode.OK);
    assertThat(mayEnd).containsExactly(false);
    assertThat(source.isClosed()).isTrue();
  }
}
