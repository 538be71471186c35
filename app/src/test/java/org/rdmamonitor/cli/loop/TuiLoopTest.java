// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.process.ScriptedDisplay;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.TuiState;
import org.rdmamonitor.render.tui.View;
import org.rdmamonitor.render.tui.canvas.Theme;
import org.rdmamonitor.render.tui.terminal.Input;
import org.rdmamonitor.source.SourceException;

class TuiLoopTest {
  private final ScriptedPace pace = new ScriptedPace();
  private final ScriptedDisplay display = new ScriptedDisplay();
  private final List<Double> readAt = new ArrayList<>();
  private final long start = pace.nanos();
  private Duration interval = Duration.ofSeconds(1);
  private long readings = Long.MAX_VALUE;
  private Optional<Duration> duration = Optional.empty();

  @Test
  void readingsComeAtTheInterval() throws IOException {
    readings = 4;

    assertThat(run()).isEqualTo(ExitCode.OK);
    assertThat(readAt).containsExactly(0.0, 1.0, 2.0, 3.0);
    assertThat(display.screens()).hasSize(4);
  }

  @Test
  void aDurationEndsWithALastReading() throws IOException {
    duration = Optional.of(Duration.ofMillis(2500));

    assertThat(run()).isEqualTo(ExitCode.OK);
    assertThat(readAt).containsExactly(0.0, 1.0, 2.0, 2.5);
  }

  @Test
  void aSignalEndsIt() throws IOException {
    pace.stopAfter(Duration.ofMillis(1500));

    assertThat(run()).isEqualTo(ExitCode.OK);
    assertThat(readAt).containsExactly(0.0, 1.0);
  }

  @Test
  void qQuitsAtOnce() throws IOException {
    display.thenType("q");

    assertThat(run()).isEqualTo(ExitCode.OK);
    assertThat(readAt).containsExactly(0.0);
  }

  @Test
  void ctrlCHasTheExitCodeOfTheSignal() throws IOException {
    display.thenType(Input.Key.INTERRUPT);

    assertThat(run()).isEqualTo(130);
  }

  @Test
  void anotherIntervalHoldsAtOnce() throws IOException {
    readings = 4;
    display.thenType("+");

    run();
    assertThat(readAt).containsExactly(0.0, 2.0, 4.0, 6.0);
  }

  @Test
  void aLongIntervalLosesNoCalls() throws IOException {
    interval = Duration.ofSeconds(60);
    readings = 2;

    run();
    assertThat(readAt).hasSize(2 + 11).startsWith(0.0).endsWith(60.0);
    assertThat(display.screens()).hasSize(2);
  }

  @Test
  void readingsThatWereMissedAreLeftOut() throws IOException {
    readings = 3;
    Plan plan = new Plan(interval, readings, duration);
    ScriptedSource slow =
        new ScriptedSource(i -> {
          readAt.add((pace.nanos() - start) / 1e9);
          pace.pass(Duration.ofMillis(i == 1 ? 3200 : 0));
          return Scenes.tenants(i);
        });
    new TuiLoop(Feed.of(slow, new Inspector(Limits.UNLIMITED)), tui(), plan, pace).run();

    assertThat(readAt).hasSize(3);
    assertThat(readAt.get(2)).isBetween(4.2, 5.2);
  }

  @Test
  void theSourceIsReadWhileTheScreenIsPaused() throws IOException {
    readings = 4;
    display.thenType("p");

    run();
    assertThat(readAt).hasSize(4);
    assertThat(display.screens()).hasSize(2).last().asString().contains("PAUSED");
  }

  @Test
  void aTerminalThatIsGoneEndsIt() {
    display.breakDown();

    assertThatThrownBy(this::run).isInstanceOf(IOException.class);
  }

  @Test
  void aSourceThatFailsEndsIt() {
    ScriptedSource source =
        new ScriptedSource(i -> {
          if (i == 1) {
            throw new SourceException("the ring is gone");
          }
          return Scenes.tenants(i);
        });
    TuiLoop loop =
        new TuiLoop(
            Feed.of(source, new Inspector(Limits.UNLIMITED)),
            tui(),
            new Plan(interval, readings, duration),
            pace);

    assertThatThrownBy(loop::run).isInstanceOf(SourceException.class);
  }

  private int run() throws IOException {
    ScriptedSource source =
        new ScriptedSource(i -> {
          readAt.add((pace.nanos() - start) / 1e9);
          return Scenes.tenants(i);
        });
    Plan plan = new Plan(interval, readings, duration);
    return new TuiLoop(Feed.of(source, new Inspector(Limits.UNLIMITED)), tui(), plan, pace).run();
  }

  private Tui tui() {
    return new Tui(
        display,
        TuiState.start(View.OVERVIEW, interval, Theme.MONO),
        new Tui.Setting(new Host("node17", "6.1.0", "1.2.3"), ZoneOffset.UTC, Path.of(""), false));
  }
}
