// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.render.tui.canvas.Theme;

/** Whether there is a screen, and colors. */
class TerminalTest extends ProgramTrial {
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "true,  -,      -,      -, true",
        "false, -,      -,      -, false",
        "true,  -,      -,      1, false",
        "true,  never,  -,      -, false",
        "false, always, -,      1, true",
        "false, -,      always, 1, true",
        "true,  auto,   never,  -, true",
      })
  void colorsAreForTerminalsUnlessTheUserSaysOtherwise(
      boolean isTerminal, String option, String variable, String noColor, boolean colored) {
    terminal = isTerminal;
    if (variable != null) {
      environment.put("RDMA_MONITOR_COLOR", variable);
    }
    if (noColor != null) {
      environment.put("NO_COLOR", noColor);
    }
    run(
        option == null
            ? new String[] {"-b", "-n2"}
            : new String[] {"-b", "-n2", "--color", option});

    assertThat(out.toString().contains("\u001b[")).isEqualTo(colored);
    assertThat(out.toString()).contains("(*** BREACHED ***)");
  }

  @ParameterizedTest
  @CsvSource({
    "true,  xterm, -n2,     true",
    "false, xterm, -n2,     false",
    "true,  dumb,  -n2,     false",
    "true,  '',    -n2,     false",
    "true,  xterm, -n2 -b,  false",
    "true,  xterm, -n2 -j,  false",
    "true,  xterm, -d3,     true",
  })
  void aTerminalGetsTheScreenUnlessTextIsAskedFor(
      boolean isTerminal, String term, String arguments, boolean screen) {
    terminal = isTerminal;
    environment.put("TERM", term);

    assertThat(run(arguments.split(" ", -1))).isEqualTo(ExitCode.OK);
    assertThat(display.screens().isEmpty()).isNotEqualTo(screen);
    assertThat(out.toString().isEmpty()).isEqualTo(screen);
    assertThat(display.isClosed()).isEqualTo(screen);
    assertThat(source.isClosed()).isTrue();
    assertThat(pace.isClosed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-n1,                                 -, -,     DEFAULT",
        "-n1,                                 1, -,     MONO",
        "-n1 --color never,                   -, -,     MONO",
        "-n1 --color always,                  1, -,     DEFAULT",
        "-n1 --theme light,                   -, -,     LIGHT",
        "-n1 --theme colorblind,              1, -,     COLORBLIND",
        "-n1 --theme light --color never,     -, -,     MONO",
        "-n1,                                 -, light, LIGHT",
        "-n1 --theme default,                 -, light, DEFAULT",
      })
  void themesAreForScreensUnlessColorsAreNotWanted(
      String arguments, String noColor, String variable, Theme theme) {
    terminal = true;
    if (noColor != null) {
      environment.put("NO_COLOR", noColor);
    }
    if (variable != null) {
      environment.put("RDMA_MONITOR_THEME", variable);
    }
    run(arguments.split(" ", -1));

    assertThat(display.themes()).containsOnly(theme);
  }

  @Test
  void theScreenBeginsWithTheViewThatIsAskedFor() {
    terminal = true;
    run("-n1", "--view", "devices", "--ascii");

    assertThat(display.lastLines().get(1)).startsWith("DEV/PORT");
    assertThat(display.screens().getLast().chars()).allMatch(c -> c < 0x7f);
  }

  @Test
  void theScreenTellsThatTheConfigurationBecameWrongAndGoesOn() {
    terminal = true;
    opener =
        options ->
            new ScriptedSource(i -> {
              if (i == 1) {
                configure("QP_CONT 5\n");
              }
              return Scenes.tenants(i);
            });

    assertThat(run("-n4")).isEqualTo(ExitCode.OK);
    assertThat(display.screens()).hasSize(4);
    assertThat(display.screens().get(1)).doesNotContain("QP_CONT");
    assertThat(display.lastLines().get(23))
        .endsWith("config.txt:1: QP_CONT: unknown name, did you mean QP_COUNT?");
    assertThat(display.screens().getLast()).contains("!  CONFIG file has");
  }

  private void configure(String text) {
    try {
      Files.writeString(directory.resolve("config.txt"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTerminalThatCannotBeTakenOverIsAnError() {
    terminal = true;
    display.failToOpen();

    assertThat(run("-n1")).isEqualTo(ExitCode.PREREQUISITE);
    assertThat(err.toString())
        .isEqualTo(
            "rdma-monitor: the terminal cannot be used for the screen (stty: 'standard input':"
                + " Inappropriate ioctl for device); -b gives text instead\n");
    assertThat(source.isClosed()).isTrue();
  }

  @Test
  void whatCameSinceTheLastScreenIsInTheRecording() {
    terminal = true;
    display.thenType("q");

    assertThat(run("--record", "b.rec")).isEqualTo(ExitCode.OK);
    assertThat(source.readings()).as("at the start, and at the end").isEqualTo(2);
  }
}
