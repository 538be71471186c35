// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Hanging;

/** The whole program on a pseudo-terminal of script(1), which never answers a question. */
class ScreenTest {
  private static final Duration DEADLINE = Hanging.LIMIT;
  private static final String ENTER = "\u001b[?1049h";
  private static final String LEAVE = "\u001b[?1049l";

  @TempDir Path directory;
  private Process script;
  private final StringBuilder seen = new StringBuilder();

  @BeforeEach
  void nothingIsConfigured() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script(1) is not installed");
    Files.writeString(directory.resolve("config.txt"), "");
  }

  @AfterEach
  void end() {
    if (script != null) {
      script.descendants().forEach(ProcessHandle::destroyForcibly);
      script.destroyForcibly();
    }
  }

  @Test
  void qLeavesTheTerminalAsItWas() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start();
          await("OBJECT");
          type("3");
          await("CALLS/s");
          type("q");
          finish();

          assertRestored("0");
        });
  }

  @Test
  void ctrlCLeavesTheTerminalAsItWas() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start();
          await("OBJECT");
          type("\u0003");
          finish();

          assertRestored("130");
        });
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalLeavesTheTerminalAsItWas(String signal, String exitCode) {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start();
          await("OBJECT");
          kill(signal);
          finish();

          assertRestored(exitCode);
        });
  }

  @Test
  void anErrorLeavesTheTerminalAsItWasAndIsToldThere() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start("-Dfail.at=1");
          await("OBJECT");
          finish();

          assertRestored("1");
          assertThat(seen.substring(seen.lastIndexOf(LEAVE))).contains("rdma-monitor: it failed");
        });
  }

  @Test
  void aTerminalThatTakesNothingMoreDoesNotKeepItFromEnding() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          startOn("stty cols 500 rows 400", "");
          await("OBJECT");
          // The rest of the screen is more than pipe and terminal hold, and is not read any more.
          ProcessHandle monitor = ProcessHandle.of(pid()).orElseThrow();
          kill("TERM");

          assertThat(monitor.onExit().get().isAlive()).isFalse();
        });
  }

  @Test
  void batchIsTextOnATerminalToo() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start("", "-b", "-n", "1");
          finish();

          assertThat(seen).contains("RDMA Control Path Monitor Stopped").doesNotContain(ENTER);
        });
  }

  /** The shell compares the terminal's mode before and after, and says so with the exit code. */
  private void start(String property, String... arguments) throws IOException {
    startOn("stty cols 80 rows 24", property, arguments);
  }

  private void startOn(String terminal, String property, String... arguments) throws IOException {
    String command =
        String.join(
            " ",
            terminal + "; before=$(stty -g);",
            "sh -c 'echo $$ >pid; exec \"$@\"' sh",
            SignalsTest.shellCommand("-Dscene=tenants " + property, arguments),
            "; code=$?;",
            "[ \"$before\" = \"$(stty -g)\" ] && echo same mode, code $code.");
    script =
        new ProcessBuilder("script", "--quiet", "--flush", "--command", command, "/dev/null")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .start();
  }

  private void start() throws IOException {
    start("");
  }

  private long pid() throws IOException {
    return Long.parseLong(Files.readString(directory.resolve("pid")).strip());
  }

  private void kill(String signal) throws IOException, InterruptedException {
    int status = new ProcessBuilder("kill", "-s", signal, Long.toString(pid())).start().waitFor();
    assertThat(status).isZero();
  }

  private void type(String keys) throws IOException {
    OutputStream in = script.getOutputStream();
    in.write(keys.getBytes(StandardCharsets.UTF_8));
    in.flush();
  }

  private void await(String text) throws IOException {
    InputStream out = script.getInputStream();
    byte[] buffer = new byte[1 << 16];
    while (seen.indexOf(text) < 0) {
      int read = out.read(buffer);
      assertThat(read).as("what came before the end: %s", seen).isNotNegative();
      seen.append(new String(buffer, 0, read, StandardCharsets.UTF_8));
    }
  }

  private void finish() throws IOException, InterruptedException {
    seen.append(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    script.waitFor();
  }

  private void assertRestored(String exitCode) {
    assertThat(seen.indexOf(ENTER)).isNotNegative();
    String after = seen.substring(seen.lastIndexOf(LEAVE));
    assertThat(seen.lastIndexOf(LEAVE)).isGreaterThan(seen.lastIndexOf(ENTER));
    assertThat(seen.lastIndexOf("\u001b[?25h")).isGreaterThan(seen.lastIndexOf("\u001b[?25l"));
    assertThat(seen.lastIndexOf("\u001b[?1000l")).isGreaterThan(seen.lastIndexOf("\u001b[?1000h"));
    assertThat(after).contains("same mode, code " + exitCode + ".").doesNotContain("OBJECT");
    assertThat(seen).doesNotContain("\u001b[6n");
  }
}
