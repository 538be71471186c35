// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.cli.common.ExitCode;

/** How a process ends: by signals, and when nobody reads its output. */
class SignalsTest {
  /** Far more than any of this takes; a process that does not end is a failure, not a wait. */
  private static final Duration DEADLINE = Hanging.LIMIT;

  @TempDir Path directory;
  private Process process;
  private Path err;

  @BeforeEach
  void nothingIsConfigured() throws IOException {
    err = directory.resolve("err");
    Files.writeString(directory.resolve("config.txt"), "");
  }

  @AfterEach
  void end() {
    process.destroyForcibly();
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalEndsTheReportAndGivesTheExitCode(String signal, int exitCode) {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start(ProcessBuilder.Redirect.PIPE, "-i", "86400");
          List<String> lines = new ArrayList<>();
          try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            while (lines.stream().noneMatch(line -> line.endsWith("Monitor health:"))) {
              lines.add(out.readLine());
            }
            kill(signal);
            out.lines().forEach(lines::add);
          }

          assertThat(process.waitFor()).isEqualTo(exitCode);
          assertThat(lines.getFirst()).startsWith("RDMA Control Path Monitor Started");
          assertThat(lines.get(lines.size() - 2)).endsWith("] RDMA Control Path Monitor Stopped");
          assertThat(err).isEmptyFile();
        });
  }

  @Test
  void aHangUpWithoutALostTerminalReadsTheConfigurationAtOnce() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start(ProcessBuilder.Redirect.PIPE, "-j", "-i", "86400");
          try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).contains("\"type\":\"start\"");
            kill("HUP");
            assertThat(next(out, "config")).contains("\"file\":\"config.txt\",\"ok\":true");
            Path changed = Files.writeString(directory.resolve("changed"), "QP_CONT 5\n");
            Files.move(changed, directory.resolve("config.txt"), ATOMIC_MOVE);
            kill("HUP");
            assertThat(next(out, "config"))
                .contains("\"ok\":false,\"errors\":[\"config.txt:1: QP_CONT: unknown name");
            kill("TERM");
            assertThat(next(out, "stop")).endsWith("}");
          }

          assertThat(process.waitFor()).isEqualTo(143);
        });
  }

  @Test
  void aTerminalThatHangsUpEndsIt() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script(1) is not installed");
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          String monitor =
              command("-i", "86400").stream()
                  .map(word -> "'" + word.replace("'", "'\\''") + "'")
                  .collect(Collectors.joining(" "));
          // The monitor leads the session, and so is the one whom the kernel tells.
          start(
              List.of("script", "-qec", "exec %s >out 2>err".formatted(monitor), "/dev/null"),
              ProcessBuilder.Redirect.DISCARD);
          await("Monitor health:");
          process.destroyForcibly();
          await("RDMA Control Path Monitor Stopped");

          assertThat(err).isEmptyFile();
        });
  }

  private void await(String text) throws IOException, InterruptedException {
    Path out = directory.resolve("out");
    while (Files.notExists(out) || !Files.readString(out).contains(text)) {
      Thread.sleep(Duration.ofMillis(50));
    }
  }

  private static String next(BufferedReader out, String type) throws IOException {
    String line = out.readLine();
    while (line != null && !line.contains("\"type\":\"" + type + "\"")) {
      line = out.readLine();
    }
    return String.valueOf(line);
  }

  @Test
  void aSignalGetsTheLastJsonLineOut() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start(ProcessBuilder.Redirect.PIPE, "-j", "-i", "86400");
          try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).contains("\"type\":\"start\"");
            kill("INT");
            assertThat(out.lines())
                .singleElement()
                .satisfies(line -> assertThat(line).contains("\"type\":\"stop\"").endsWith("}"));
          }

          assertThat(process.waitFor()).isEqualTo(130);
        });
  }

  @Test
  void aReaderThatGoesAwayEndsItQuietly() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start(ProcessBuilder.Redirect.PIPE, "-i", "0.1");
          try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("RDMA Control Path Monitor Started");
          }

          assertThat(process.waitFor()).isEqualTo(ExitCode.OK);
          assertThat(err).isEmptyFile();
        });
  }

  @ParameterizedTest
  @CsvSource({"--help", "--version", "check-config", "-n1"})
  void aClosedOutputEndsItQuietly(String argument) {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          List<String> command = new ArrayList<>(List.of("sh", "-c", "exec \"$@\" >&-", "sh"));
          command.addAll(command(argument));
          start(command, ProcessBuilder.Redirect.PIPE);

          assertThat(process.waitFor()).isEqualTo(ExitCode.OK);
          assertThat(err).isEmptyFile();
        });
  }

  @ParameterizedTest
  @CsvSource({"--help", "--version", "check-config", "-n1"})
  void outputThatCannotBeWrittenIsAnError(String argument) {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          start(ProcessBuilder.Redirect.to(new File("/dev/full")), argument);

          assertThat(process.waitFor()).isEqualTo(ExitCode.RUNTIME);
          assertThat(err).content().startsWith("rdma-monitor: standard output cannot be written");
        });
  }

  private void start(ProcessBuilder.Redirect out, String... arguments) throws IOException {
    start(command(arguments), out);
  }

  private void start(List<String> command, ProcessBuilder.Redirect out) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectOutput(out)
            .redirectError(err.toFile());
    builder.environment().put("RDMA_MONITOR_LAST_WORDS", "120");
    process = builder.start();
  }

  /** The same as a shell command. */
  static String shellCommand(String properties, String... arguments) {
    List<String> words = new ArrayList<>();
    for (String word : command(arguments)) {
      words.add("'" + word + "'");
      if (word.endsWith("/java")) {
        words.add(properties);
      }
    }
    return String.join(" ", words);
  }

  private static List<String> command(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                // A build in the background of a script inherits that SIGINT is ignored.
                "env",
                "--default-signal=INT,TERM,HUP",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                MonitorProcess.class.getName()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** The process has another working directory. */
  private static String absolute(String classPath) {
    List<String> parts = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      parts.add(Path.of(part).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, parts);
  }

  private void kill(String signal) throws IOException, InterruptedException {
    int status =
        new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid()))
            .inheritIO()
            .start()
            .waitFor();
    assertThat(status).isZero();
  }
}
