// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.cli.common.ExitCode;

/** The commands of quota, and a collector in a process of its own. */
class QuotaProgramTest extends ProgramTrial {
  private static final Duration DEADLINE = Hanging.LIMIT;

  private Process process;

  @AfterEach
  void end() {
    if (process != null) {
      process.destroyForcibly();
    }
  }

  private Path socket() {
    return directory.resolve("c.sock");
  }

  private BufferedReader serve(String... options) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "env",
                "--default-signal=INT,TERM,HUP",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx64m",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                MonitorProcess.class.getName(),
                "quota",
                "serve",
                "--no-reconcile",
                "--socket=" + socket(),
                "--limits=" + directory.resolve("limits.txt")));
    command.addAll(List.of(options));
    process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.to(directory.resolve("err").toFile()))
            .start();
    return process.inputReader(StandardCharsets.UTF_8);
  }

  private static String absolute(String classPath) {
    List<String> parts = new ArrayList<>();
    for (String part : classPath.split(File.pathSeparator, -1)) {
      parts.add(Path.of(part).toAbsolutePath().toString());
    }
    return String.join(File.pathSeparator, parts);
  }

  private void take() throws IOException {
    try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(UnixDomainSocketAddress.of(socket()));
      client.write(ByteBuffer.wrap("QP_CREATE\n".getBytes(StandardCharsets.UTF_8)));
      ByteBuffer answer = ByteBuffer.allocate(256);
      client.read(answer);
      assertThat(new String(answer.array(), StandardCharsets.UTF_8)).startsWith("Success");
    }
  }

  private String run(int exitCode, String... arguments) {
    out.getBuffer().setLength(0);
    assertThat(run(arguments)).as(err.toString()).isEqualTo(exitCode);
    return out.toString();
  }

  @Test
  void aCollectorThatIsKilledLosesNothingAndOneThatIsStoppedEndsInOrder() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          try (BufferedReader lines = serve("-l", "qp=3")) {
            assertThat(lines.readLine()).endsWith("listening at " + socket() + "; qp=3");
            take();
            take();
            process.destroyForcibly().waitFor();
          }
          try (BufferedReader lines = serve("-l", "qp=3", "--log=json")) {
            assertThat(lines.readLine())
                .contains("\"type\":\"adopted\"", "\"leases\":1", "\"qp\":2");
            assertThat(lines.readLine()).contains("\"type\":\"listening\"");
            take();
            assertThat(run(ExitCode.OK, "quota", "show", "--socket=" + socket()))
                .containsPattern("host +3/3 ")
                .contains("java")
                .endsWith("Requests: 1 granted, 0 refused\n");
            process.toHandle().destroy();
            assertThat(process.waitFor()).isEqualTo(143);
            assertThat(lines.readLine()).contains("\"type\":\"stopped\"");
            assertThat(lines.readLine()).isNull();
          }
          assertThat(directory.resolve("err")).isEmptyFile();
          assertThat(socket()).doesNotExist();
        });
  }

  @Test
  void limitsAreShownAndASecondCollectorDoesNotBegin() {
    assertTimeoutPreemptively(
        DEADLINE,
        () -> {
          Files.writeString(directory.resolve("limits.txt"), "qp=7\ncq=9\n");
          try (BufferedReader lines = serve("-l", "/x:qp=1")) {
            assertThat(lines.readLine()).endsWith("; qp=7, cq=9, /x:qp=1");
            String json = run(ExitCode.OK, "quota", "show", "-j", "--socket=" + socket());
            assertThat(json).contains("\"limits\":{\"qp\":7,\"cq\":9,\"/x:qp\":1}").endsWith("}\n");
            assertThat(
                    run(
                        ExitCode.OK,
                        "quota",
                        "top",
                        "-n1",
                        "-s",
                        "CQ_COUNT",
                        "--socket=" + socket()))
                .startsWith("USED/LIMIT");

            run(ExitCode.RUNTIME, "quota", "serve", "--socket=" + socket(), "--limits=/nowhere");
            assertThat(err.toString())
                .isEqualTo(
                    "rdma-monitor: another collector serves %s; 'rdma-monitor quota show' asks it\n"
                        .formatted(socket()));
          }
        });
  }

  @Test
  void whereNobodyServesItSaysSo() {
    for (String command : List.of("show", "top")) {
      run(ExitCode.RUNTIME, "quota", command, "--socket=" + socket());
    }
    run(ExitCode.RUNTIME, "quota", "set", "qp=1", "--socket=" + socket());

    assertThat(err.toString().lines())
        .hasSize(3)
        .allMatch(line ->
            line.equals(
                ("rdma-monitor: no collector answers at %s (connect to %<s: No such file or"
                        + " directory); is 'rdma-monitor quota serve' running?")
                    .formatted(socket())));
  }

  @Test
  void aWrongFileOfLimitsIsToldWithItsLines() throws IOException {
    Path file = Files.writeString(directory.resolve("limits.txt"), "qp=7\nqq=1\nmr\n");

    run(ExitCode.CONFIGURATION, "quota", "serve", "--socket=" + socket(), "--limits=" + file);

    assertThat(err.toString())
        .isEqualTo(
            """
            rdma-monitor: %s:2: 'qq=1' is no limit, such as qp=1000
            rdma-monitor: %<s:3: 'mr' is no limit, such as qp=1000
            """
                .formatted(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "quota | a command is missing",
        "quota set | Missing required parameter",
        "quota set qp | 'qp' is not [CGROUP:]RESOURCE=LIMIT, such as qp=1000",
        "quota set qp=1K | 'qp=1K' is not [CGROUP:]RESOURCE=LIMIT",
        "quota serve --idle 0 | '0' is not a whole number from 1 to 86400",
        "quota serve --in-flight 301 | '301' is not a whole number from 1 to 300",
        "quota top -s pd | 'pd' is none of qp, cq, mr, mr-bytes",
        "quota top -s CALLS | 'CALLS' is none of qp, cq, mr, mr-bytes",
      })
  void wrongCommandLinesAreToldOf(String line, String complaint) {
    run(ExitCode.USAGE, line.split(" ", -1));

    assertThat(err.toString()).contains(complaint);
  }

  @Test
  void aWrongVariableIsToldOf() {
    environment.put("RDMA_INTERCEPT_MAX_GLOBAL_QP", "many");

    run(ExitCode.USAGE, "quota", "serve", "--socket=" + socket(), "--limits=/nowhere");

    assertThat(err.toString())
        .startsWith("rdma-monitor: RDMA_INTERCEPT_MAX_GLOBAL_QP: 'many' is neither a whole number");
  }

  @Test
  void ofAVariableWithMemoryItIsSaidThatItMayHaveALetter() {
    environment.put("RDMA_INTERCEPT_MAX_GLOBAL_MEMORY", "8GB");

    run(ExitCode.USAGE, "quota", "serve", "--socket=" + socket(), "--limits=/nowhere");

    assertThat(err.toString())
        .contains("MEMORY: '8GB' is neither a whole number with nothing or one of K, M, G, T");
  }

  @ParameterizedTest
  @CsvSource({"serve", "show", "set", "top"})
  void everyCommandHasHelp(String command) {
    assertThat(run(ExitCode.OK, "quota", command, "--help").lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
        .first()
        .asString()
        .startsWith("Usage: rdma-monitor quota " + command);
  }
}
