// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Hanging;

/** samples/fleet: its two commands, with the real Prometheus, to their end and ended before. */
class FleetTourTest {
  private static final Path SAMPLES = Path.of("../samples/fleet").toAbsolutePath().normalize();
  private static final int EXIT_OF_SIGTERM = 143;

  @TempDir private Path directory;

  private Path temporary;
  private Path program;
  private int port;

  @BeforeEach
  void prepare() throws IOException {
    for (String name : List.of("bash", "curl", "jq", "openssl", "perl", "python3")) {
      assumeTrue(isInstalled(name), name + " is not installed");
    }
    temporary = Files.createDirectory(directory.resolve("tmp"));
    program = directory.resolve("rdma-monitor");
    Files.writeString(
        program,
        """
        #!/bin/sh
        exec '%s' -XX:TieredStopAtLevel=1 -Xmx64m --enable-native-access=ALL-UNNAMED -cp '%s' %s "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                System.getProperty("java.class.path"),
                Main.class.getName()));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    port = portWithThreeBelow();
  }

  @AfterEach
  void endWhatIsLeft() {
    left().forEach(ProcessHandle::destroyForcibly);
  }

  @Test
  void everyStepShowsWhatItIsForAndNothingIsLeft() throws Exception {
    assumeTrue(isInstalled("prometheus"), "prometheus is not installed");
    Process fleet = begin("start");
    await(() -> text("start").contains("samples/fleet/tour\n"), fleet);

    Process tour = begin("tour");
    tour.waitFor();

    String said = text("tour");
    assertThat(tour.exitValue()).as(said).isZero();
    assertThat(said)
        .containsSubsequence(
            "== 1. The fleet\n",
            "\nnode00",
            ":19879  up ",
            "\"cgroup\":\"/demo-",
            "== 2. A host that is down\n",
            "\ndead:19879: Get ",
            "connection refused\n",
            "== 3. Alerts\n",
            "- alert: RdmaHostLimit\n",
            "\nfiring: ",
            "== 4. The past\n",
            "\nnode00",
            "== 5. Connections\n",
            "\nRC    node00",
            "  unknown: its address is not known\n",
            "\nrxe0 ",
            "== 6. Names of pods, jobs and containers\n",
            "\npod ml/trainer-0 worker\n",
            "{\"namespace\":\"guest\",\"pod\":\"shell-0\",\"container\":\"app\"}\n",
            "\"cgroup_name\":\"slurm job 42 step 0 task 0 user alice\"}\n",
            "== 7. Network namespaces\n",
            "{\"device\":\"rxe1@cni-2f6c1fa2\",\"name\":\"rxe1\",\"netns\":\"cni-2f6c1fa2\"}\n",
            "== 8. An exporter with TLS, a password and certificates\n",
            "\n401\n",
            " -u prometheus:guess ",
            "\n401\n",
            " -u prometheus:open-sesame ",
            "\n200\n",
            "pod=\"trainer-0\"",
            "\nrdma_monitor_resources{device=\"rxe0\",type=\"QP\"} ",
            " client_auth_type: RequireAndVerifyClientCert\n",
            "\n000\n",
            " --cert ",
            "\n200\n",
            "== 9. Findings as log records\n",
            "k8s.pod.name",
            "shell-0\n",
            "rdma_monitor.rule",
            "R5",
            "== 10. In Kubernetes\n",
            "BPF",
            "\notlp\n",
            "That was all of it, in 10 steps.");

    Process again = begin("tour");
    await(() -> text("tour").contains("metrics are at https"), again);
    again.destroy();
    assertThat(again.waitFor()).isEqualTo(EXIT_OF_SIGTERM);
    fleet.destroy();
    assertThat(fleet.waitFor()).isEqualTo(EXIT_OF_SIGTERM);
    assertThat(temporary).isEmptyDirectory();
    assertThat(left().map(process -> process.info().commandLine())).isEmpty();
  }

  @Test
  void thatThereIsNoFleetIsSaid() throws Exception {
    Process tour = begin("tour");

    assertThat(tour.waitFor()).isEqualTo(4);
    assertThat(text("tour"))
        .startsWith("samples/fleet/tour: nobody answers at http://127.0.0.1:" + port)
        .contains("begin samples/fleet/start first");
    assertThat(temporary).isEmptyDirectory();
  }

  /** Starts a program of the samples, whose output is in a file of its name. */
  private Process begin(String name) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(SAMPLES.resolve(name).toString());
    builder.environment().put("RDMA_MONITOR", program.toString());
    builder.environment().put("FLEET_PORT", Integer.toString(port));
    builder.environment().put("TMPDIR", temporary.toString());
    return builder
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(name).toFile())
        .start();
  }

  private String text(String name) {
    return text(directory.resolve(name));
  }

  /** What a file has; nothing if it cannot be read. */
  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return "";
    }
  }

  private void await(BooleanSupplier wanted, Process process) throws InterruptedException {
    Instant end = Instant.now().plus(Hanging.LIMIT);
    while (!wanted.getAsBoolean()) {
      assertThat(process.isAlive() && Instant.now().isBefore(end))
          .as("%s%n%s", text("start"), text("tour"))
          .isTrue();
      Thread.sleep(200);
    }
  }

  /** Processes that the programs here have begun: their environment has the directory. */
  private Stream<ProcessHandle> left() {
    String mark = "TMPDIR=" + temporary;
    return ProcessHandle.allProcesses()
        .filter(process ->
            text(Path.of("/proc", Long.toString(process.pid()), "environ")).contains(mark));
  }

  private static boolean isInstalled(String name) {
    return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, name)));
  }

  /** A port that is free, and so are those of the exporters. */
  private static int portWithThreeBelow() throws IOException {
    InetAddress here = InetAddress.getLoopbackAddress();
    while (true) {
      try (ServerSocket free = new ServerSocket(0, 1, here);
          ServerSocket first = new ServerSocket(free.getLocalPort() - 1, 1, here);
          ServerSocket second = new ServerSocket(first.getLocalPort() - 1, 1, here);
          ServerSocket third = new ServerSocket(second.getLocalPort() - 1, 1, here)) {
        return third.getLocalPort() + 3;
      } catch (BindException e) {
        // One of them is somebody's: another port.
      }
    }
  }
}
