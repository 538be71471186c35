// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.FakePrometheus;
import org.rdmamonitor.FleetScenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.render.tui.terminal.Input;

/** The command fleet on a screen. */
class FleetScreenTest extends ProgramTrial {
  @BeforeEach
  void isATerminal() {
    terminal = true;
  }

  @Test
  void whatAHostHasIsReadWhenItIsOpened() {
    try (FakePrometheus server = FleetScenes.three(FleetScenes.details(new FakePrometheus()))) {
      display.thenType(Input.Key.END, Input.Key.ENTER);
      assertThat(fleet(server, "-n", "3", "-i", "0.1")).isEqualTo(ExitCode.OK);

      assertThat(display.screens().getFirst()).contains("3 hosts: 1 down, 1 suspect, 1 up");
      assertThat(display.screens())
          .anySatisfy(screen -> assertThat(screen).contains("What it has is being read ..."))
          .anySatisfy(
              screen -> assertThat(screen).contains("tenant-a.slice 9 QP", "1 R3 (critical)"))
          .allSatisfy(screen -> assertThat(screen).doesNotContain("\u001b"));
      assertThat(display.isClosed()).isTrue();
    }
  }

  @Test
  void theOtherViewsAreOfTheHostOfTheCursor() {
    try (FakePrometheus server = FleetScenes.three(FleetScenes.details(new FakePrometheus()))) {
      display.thenType(Input.Key.END, Input.Key.TAB, new Input.Typed('3'));
      assertThat(fleet(server, "-n", "2", "-i", "0.1")).isEqualTo(ExitCode.OK);

      assertThat(display.screens().getLast()).contains("DEVICE", "mlx5_0", "262K", "n1:19879");
    }
  }

  @Test
  void connectionsAreReadWhenTheirViewIsOpened() throws IOException {
    try (FakePrometheus server = FleetScenes.connected(new FakePrometheus())) {
      display.thenType(new Input.Typed('5'));
      assertThat(fleet(server, "-n", "3", "-i", "0.1")).isEqualTo(ExitCode.OK);

      assertThat(display.screens())
          .anySatisfy(screen -> assertThat(screen).contains("The connections are being read ..."))
          .anySatisfy(screen -> assertThat(screen).contains("missing 1, unknown 2, known 5"));
      assertThat(server.queries().stream().filter(q -> q.startsWith("rdma_monitor_connection_")))
          .isNotEmpty();
    }
    try (FakePrometheus server = FleetScenes.connected(new FakePrometheus())) {
      display.thenType(new Input.Typed('1'));
      assertThat(fleet(server, "-n", "3", "-i", "0.1")).isEqualTo(ExitCode.OK);
      assertThat(server.queries()).noneMatch(q -> q.startsWith("rdma_monitor_connection_"));
    }
  }

  @Test
  void theViewIsExported() throws IOException {
    try (FakePrometheus server = FleetScenes.three(new FakePrometheus())) {
      display.thenType("e");
      fleet(server, "-n", "2", "-i", "0.1");
    }
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> exported =
          files.filter(file -> file.getFileName().toString().contains("hosts")).toList();
      assertThat(exported).hasSize(1);
      assertThat(Files.readString(exported.getFirst()))
          .contains("hosts of http://127.0.0.1:")
          .contains("connection refused")
          .doesNotContain("\u001b");
    }
  }

  @Test
  void aServerThatFailsLaterLeavesWhatWasReadAndSaysSo() {
    AtomicInteger asked = new AtomicInteger();
    try (FakePrometheus server =
        new FakePrometheus(exchange -> {
          boolean fails = asked.incrementAndGet() == 14;
          FakePrometheus.send(
              exchange, fails ? 503 : 200, fails ? "{\"error\":\"not now\"}" : ONE_HOST);
        })) {
      assertThat(fleet(server, "-n", "3", "-i", "0.1")).isEqualTo(ExitCode.OK);

      assertThat(display.screens())
          .anySatisfy(screen ->
              assertThat(screen)
                  .contains("NO NEWER READING", "it answers 503: not now", "suspect"));
      assertThat(display.screens().getLast()).doesNotContain("NO NEWER READING");
    }
  }

  @Test
  void aServerThatFailsAtOnceIsToldWithoutAScreen() {
    try (FakePrometheus server =
        new FakePrometheus(exchange -> FakePrometheus.send(exchange, 503, "{}"))) {
      assertThat(fleet(server)).isEqualTo(ExitCode.RUNTIME);
      assertThat(display.screens()).isEmpty();
      assertThat(err.toString()).contains("it answers 503");
    }
  }

  @Test
  void qAndCtrlCEndIt() {
    try (FakePrometheus server = FleetScenes.three(new FakePrometheus())) {
      display.thenType("q");
      assertThat(fleet(server)).isEqualTo(ExitCode.OK);
      display.thenType(Input.Key.INTERRUPT);
      assertThat(fleet(server)).isEqualTo(ExitCode.INTERRUPTED);
    }
  }

  private static final String ONE_HOST =
      "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{\"job\":\"j\",\"instance\":\"i\"},\"value\":[1,\"1\"]}]}}";

  private int fleet(FakePrometheus server, String... more) {
    return run(
        Stream.concat(
                Stream.of("fleet", "--ascii", "--prometheus", server.uri().toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }
}
