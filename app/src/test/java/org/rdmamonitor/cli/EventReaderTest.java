// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;

/** What is said where events are not read any more, or some could not be taken in. */
class EventReaderTest extends ProgramTrial {
  private static final String SENTENCE =
      "rdma-monitor: events are not read any more: java.lang.InternalError: page\\x1b;"
          + " counts are right, calls are missing\n";

  private static Sample at(int reading) {
    Sample sample = reading == 0 ? Scenes.busy() : Scenes.busier();
    Health health = sample.health();
    String trouble = reading < 2 ? "" : "java.lang.InternalError: page\u001b";
    Map<Figure, Long> figures = new EnumMap<>(health.figures());
    figures.put(Figure.FAILED_EVENTS, reading < 1 ? 0L : 3L);
    return Scenes.with(sample, new Health(health.hooks(), figures, trouble));
  }

  private void breakAtTheThirdReading() {
    opener = options -> new ScriptedSource(EventReaderTest::at);
  }

  private void assertFailed(String... arguments) {
    breakAtTheThirdReading();

    assertThat(run(arguments)).isEqualTo(ExitCode.RUNTIME);
    assertThat(err.toString()).contains(SENTENCE).doesNotContain("\u001b");
    assertThat(err.toString().split("not read any more", -1)).hasSize(2);
  }

  @Test
  void aRunWhoseReaderLivesEndsWell() {
    breakAtTheThirdReading();

    assertThat(run("-n", "2")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("Failed events:  3 (read and not taken in; counts are right)")
        .doesNotContain("Event reader");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theTextTellsAndTheRunEndsAsOneThatFailed() {
    assertFailed("-n", "4");
    assertThat(out.toString())
        .contains("Failed events:  3 (read and not taken in; counts are right)\n")
        .contains(
            "Event reader:   has ended (java.lang.InternalError: page\\x1b); calls and what rules"
                + " find in them are missing since, counts are right\n");
  }

  @Test
  void soDoesTheJson() {
    assertFailed("-n", "3", "-j");
    assertThat(out.toString())
        .contains("\"failed_events\":0,", "\"failed_events\":3,")
        .containsOnlyOnce("\"event_reader\":\"java.lang.InternalError: page\\u001B\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"export 0 -n 3", "record a.rec -n 3", "-n 3 --record a.rec"})
  void soDoWhateverShowsNothingItself(String line) {
    assertFailed(line.split(" ", -1));
  }

  @Test
  void soDoesTheEventLog() {
    assertFailed("events", "-d", "1");
  }

  @Test
  void theScreenHasItInItsStatusLineAndSaysItAtTheEnd() {
    terminal = true;
    assertFailed("-n", "4");
    assertThat(display.screens()).anySatisfy(screen -> assertThat(screen).contains("failed 3"));
    assertThat(display.screens().getLast()).contains("EVENT READER ENDED", "failed 3");
  }

  @Test
  void aRecordingOfItIsReplayedWell() {
    breakAtTheThirdReading();
    run("record", "a.rec", "-n", "3");
    out.getBuffer().setLength(0);

    assertThat(run("replay", "a.rec", "-j")).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .contains("\"event_reader\":\"java.lang.InternalError: page\\u001B\"");
    assertThat(run("events", "--replay", "a.rec")).isEqualTo(ExitCode.OK);
  }
}
