// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;

/** The configuration file of a run, and check-config. */
class ConfigurationTest extends ProgramTrial {
  @Test
  void withoutAConfigurationFileAllIsDisabledAndThatIsSaid() throws IOException {
    Files.delete(directory.resolve("config.txt"));

    assertThat(run("-n1")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("  QP_COUNT       : DISABLED\n").doesNotContain(": >");
    assertThat(err.toString())
        .isEqualTo(
            "rdma-monitor: there is no config.txt here, so no limit is checked; -c names a"
                + " file\n");
  }

  @Test
  void aConfigurationFileThatIsNamedMustBeThere() {
    assertThat(run("-c", "absent.txt")).isEqualTo(ExitCode.CONFIGURATION);
    environment.put("RDMA_MONITOR_CONFIG", "gone.txt");
    assertThat(run()).isEqualTo(ExitCode.CONFIGURATION);

    assertThat(err.toString())
        .isEqualTo("absent.txt: there is no such file\ngone.txt: there is no such file\n");
    assertThat(opened).isNull();
  }

  @Test
  void aWrongConfigurationFileIsToldAndNothingStarts() throws IOException {
    Files.writeString(directory.resolve("config.txt"), "\n\nQP_CONT 5\nMR_REG lots\n");

    assertThat(run()).isEqualTo(ExitCode.CONFIGURATION);
    assertThat(err.toString())
        .isEqualTo(
            """
            config.txt:3: QP_CONT: unknown name, did you mean QP_COUNT?
            config.txt:4: MR_REG: 'lots' is not a whole number, none or unlimited
            """);
    assertThat(out.toString()).isEmpty();
    assertThat(opened).isNull();
  }

  @Test
  void aFileThatChangesIsReadAgainWhileTheMonitorRuns() {
    opener =
        options ->
            new ScriptedSource(i -> {
              try {
                if (i == 0) {
                  Files.writeString(directory.resolve("config.txt"), "CQ_COUNT 77\n");
                } else if (i == 1) {
                  Files.writeString(directory.resolve("config.txt"), "CQ_CONT 5\nMR_REG x\n");
                }
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
              return i == 0 ? Scenes.busy() : Scenes.busier();
            });

    assertThat(run("-n", "4")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).doesNotContain("BREACHED");
    assertThat(err.toString())
        .isEqualTo(
            """
            rdma-monitor: config.txt was read again: 1 of 22 limits are set
            rdma-monitor: config.txt is wrong, the settings from before stay:
            config.txt:1: CQ_CONT: unknown name, did you mean CQ_COUNT?
            config.txt:2: MR_REG: 'x' is not a whole number, none or unlimited
            """);
  }

  @Test
  void checkConfigTellsOfEveryFile() throws IOException {
    Files.writeString(directory.resolve("bad.txt"), "QP_COUNT 1\nQP_COUNT 2\n");

    assertThat(run("check-config", "config.txt", "bad.txt", "absent.txt"))
        .isEqualTo(ExitCode.CONFIGURATION);
    assertThat(out.toString()).isEqualTo("config.txt: ok, 2 of 22 limits are set\n");
    assertThat(err.toString())
        .isEqualTo(
            """
            bad.txt:2: QP_COUNT: is set twice, first in line 1
            absent.txt: there is no such file
            """);
  }

  @Test
  void checkConfigHintsAtZeroWhichMeansSomethingElseElsewhere() throws IOException {
    Files.writeString(
        directory.resolve("zeros.txt"), "MR_REG 5\nPD_COUNT 0\nR1 0\n[cgroup /a]\nMR_BYTES 0\n");
    Files.writeString(directory.resolve("one.txt"), "QP_COUNT 0\n");
    Files.writeString(directory.resolve("words.txt"), "QP_COUNT unlimited\nMR_REG none\n");
    String what =
        "hint: 0 sets no limit here, but for the collector and librdma_intercept 0 lets nothing"
            + " through; unlimited and none mean the same everywhere";

    assertThat(run("check-config", "zeros.txt", "one.txt", "words.txt")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("words.txt: ok, 1 of 22 limits are set\n");
    assertThat(err.toString())
        .isEqualTo(
            "zeros.txt:2: PD_COUNT: %s (1 more limit is 0)\none.txt:1: QP_COUNT: %s\n"
                .formatted(what, what));
  }

  @Test
  void checkConfigChecksTheDefaultFile() {
    assertThat(run("check-config")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).isEqualTo("config.txt: ok, 2 of 22 limits are set\n");
  }
}
