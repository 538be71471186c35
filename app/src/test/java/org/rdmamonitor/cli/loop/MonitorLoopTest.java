// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.process.ScriptedPace;
import org.rdmamonitor.cli.process.ScriptedSource;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;

class MonitorLoopTest {
  private static final long ENDLESS = Long.MAX_VALUE;

  private final List<String> log = new ArrayList<>();
  private final ScriptedPace pace = new ScriptedPace();
  private final long start = pace.nanos();

  @Test
  void theFirstReadingComesAtOnceAndTheOthersAtEveryInterval() throws IOException {
    run(plan("PT2S", 4, null));

    assertThat(log).containsExactly("FIRST 0", "NEXT 2000", "NEXT 4000", "LAST 6000", "stopped");
  }

  @Test
  void oneReadingIsTheFirst() throws IOException {
    run(plan("PT1S", 1, null));

    assertThat(log).containsExactly("FIRST 0", "stopped");
  }

  @Test
  void aDurationEndsWithAReadingOfItsOwn() throws IOException {
    run(plan("PT2S", ENDLESS, "PT5S"));

    assertThat(log).containsExactly("FIRST 0", "NEXT 2000", "NEXT 4000", "LAST 5000", "stopped");
  }

  @Test
  void aDurationThatIsAMultipleOfTheIntervalEndsWithIt() throws IOException {
    run(plan("PT0.5S", ENDLESS, "PT1S"));

    assertThat(log).containsExactly("FIRST 0", "NEXT 500", "LAST 1000", "stopped");
  }

  @Test
  void ofReadingsAndDurationTheEarlierEnds() throws IOException {
    run(plan("PT1S", 3, "PT10S"));

    assertThat(log).containsExactly("FIRST 0", "NEXT 1000", "LAST 2000", "stopped");
  }

  @Test
  void whereMemoryRunsOutAReadingIsLeftOutAndTheWatchGoesOn() throws IOException {
    List<Integer> spared = new ArrayList<>();
    int[] read = {0};
    Source source =
        new Source() {
          @Override
          public Sample read() {
            if (read[0]++ == 1) {
              throw new OutOfMemoryError("Java heap space");
            }
            return sample();
          }

          @Override
          public void memoryRanOut() {
            spared.add(read[0]);
          }

          @Override
          public void close() {}
        };
    loop(source, plan("PT1S", 4, null)).run();

    assertThat(spared).containsExactly(2);
    assertThat(log).startsWith("FIRST 0").endsWith("LAST 4000", "stopped");
  }

  @Test
  void slowReadingsDoNotShiftTheSchedule() throws IOException {
    Source slow =
        new ScriptedSource(i -> {
          Sample sample = sample();
          pace.pass(Duration.ofMillis(300));
          return sample;
        });
    loop(slow, plan("PT1S", 4, null)).run();

    assertThat(log).containsExactly("FIRST 0", "NEXT 1000", "NEXT 2000", "LAST 3000", "stopped");
  }

  @Test
  void readingsThatWereMissedAreLeftOut() throws IOException {
    Source stalls =
        new ScriptedSource(i -> {
          Sample sample = sample();
          pace.pass(Duration.ofMillis(i == 1 ? 2500 : 0));
          return sample;
        });
    loop(stalls, plan("PT1S", 4, null)).run();

    assertThat(log).containsExactly("FIRST 0", "NEXT 1000", "NEXT 4000", "LAST 5000", "stopped");
  }

  @Test
  void askedToStopItTakesALastReadingAndEnds() throws IOException {
    pace.stopAfter(Duration.ofMillis(2300));
    run(plan("PT1S", ENDLESS, null));

    assertThat(log)
        .containsExactly("FIRST 0", "NEXT 1000", "NEXT 2000", "INTERRUPTED 2300", "stopped");
  }

  @Test
  void theConfigurationIsReadWhenItIsAskedForAndNotAtTheNextReading(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("config.txt"), "QP_COUNT 1\n");
    pace.reloadAfter(Duration.ofMillis(1300));
    LiveConfiguration configuration =
        new LiveConfiguration(
            new ConfigurationFile(
                file, "config.txt", LiveConfiguration.stampOf(file), Settings.STANDARD),
            clock(),
            (settings, status) ->
                log.add("config " + Duration.ofNanos(pace.nanos() - start).toMillis()));
    List<Integer> flushedAt = new ArrayList<>();
    new MonitorLoop(
            new Feed(
                new ScriptedSource(i -> sample()),
                new Inspector(Limits.UNLIMITED),
                Optional.of(configuration),
                List.of()),
            new LoggedReport(),
            () -> flushedAt.add(log.size()),
            plan("PT1S", 4, null),
            pace,
            clock())
        .run();

    assertThat(log)
        .containsExactly(
            "FIRST 0", "NEXT 1000", "config 1300", "NEXT 2000", "LAST 3000", "stopped");
    assertThat(flushedAt).containsExactly(1, 2, 3, 4, 5, 6);
  }

  @Test
  void everyReadingIsFlushed() throws IOException {
    List<Integer> flushedAt = new ArrayList<>();
    new MonitorLoop(
            Feed.of(new ScriptedSource(i -> sample()), new Inspector(Limits.UNLIMITED)),
            new LoggedReport(),
            () -> flushedAt.add(log.size()),
            plan("PT1S", 3, null),
            pace,
            clock())
        .run();

    assertThat(flushedAt).containsExactly(1, 2, 3, 4);
  }

  @Test
  void theLastSampleThatIsKeptSaysEverything() throws IOException {
    SeldomWhole source = new SeldomWhole();
    keeping(source, plan("PT1S", 3, null), true).run();

    assertThat(log)
        .containsExactly(
            "kept", "FIRST 0", "kept", "NEXT 1000", "kept whole", "LAST 2000", "stopped");
  }

  @Test
  void whoInterruptsSeesTheReadingBeforeTheRestIsKept() throws IOException {
    pace.stopAfter(Duration.ofMillis(500));
    keeping(new SeldomWhole(), plan("PT1S", ENDLESS, null), true).run();

    assertThat(log)
        .containsExactly("kept", "FIRST 0", "kept", "INTERRUPTED 500", "stopped", "kept whole");
  }

  @Test
  void whereNoSampleIsKeptTheLastOneIsAsTheOthers() throws IOException {
    pace.stopAfter(Duration.ofMillis(1500));
    keeping(new SeldomWhole(), plan("PT1S", 2, null), false).run();

    assertThat(log).containsExactly("kept", "FIRST 0", "kept", "LAST 1000", "stopped");
  }

  @Test
  void aSourceThatFailsEndsTheReport() {
    Source fails =
        new ScriptedSource(i -> {
          if (i == 2) {
            throw new SourceException("it is gone");
          }
          return sample();
        });

    assertThatThrownBy(() -> loop(fails, plan("PT1S", ENDLESS, null)).run())
        .isInstanceOf(SourceException.class)
        .hasMessage("it is gone");
    assertThat(log).containsExactly("FIRST 0", "NEXT 1000", "stopped");
  }

  @Test
  void aSourceThatFailsAtOnceHasNoReport() {
    Source fails =
        new ScriptedSource(i -> {
          throw new SourceException("it never was");
        });

    assertThatThrownBy(() -> loop(fails, plan("PT1S", ENDLESS, null)).run())
        .hasMessage("it never was");
    assertThat(log).isEmpty();
  }

  @Test
  void theVerdictIsThatOfTheInterval() throws IOException {
    List<Verdict> verdicts = new ArrayList<>();
    Report report =
        new LoggedReport() {
          @Override
          public void reading(Stage stage, Snapshot snapshot, Verdict verdict) {
            verdicts.add(verdict);
          }
        };
    new MonitorLoop(
            Feed.of(
                new ScriptedSource(i -> i == 0 ? Scenes.busy() : Scenes.busier()),
                new Inspector(new Limits(Map.of(new Rule.Rate(Verb.MR_REG), 200L)))),
            report,
            () -> {},
            plan("PT2S", 2, null),
            pace,
            clock())
        .run();

    assertThat(verdicts.get(0).breaches()).isEmpty();
    assertThat(verdicts.get(1).breaches())
        .singleElement()
        .satisfies(breach -> assertThat(breach.value()).isEqualTo(205.5));
  }

  private void run(Plan plan) throws IOException {
    loop(new ScriptedSource(i -> sample()), plan).run();
  }

  private MonitorLoop loop(Source source, Plan plan, Feed.Listener... listeners) {
    return new MonitorLoop(
        Feed.of(source, new Inspector(Limits.UNLIMITED), listeners),
        new LoggedReport(),
        () -> {},
        plan,
        pace,
        clock());
  }

  private MonitorLoop keeping(SeldomWhole source, Plan plan, boolean keepsLast) {
    Feed.Listener keeper =
        new Feed.Listener() {
          @Override
          public void sample(Sample sample) {
            log.add(source.whole ? "kept whole" : "kept");
          }

          @Override
          public boolean keepsLast() {
            return keepsLast;
          }
        };
    return loop(source, plan, keeper);
  }

  /** A source that tells everything only where it is renewed. */
  private final class SeldomWhole implements Source {
    private boolean renewing;
    private boolean behind;
    private boolean whole;

    @Override
    public Sample read() {
      whole = renewing;
      behind = !renewing;
      renewing = false;
      return MonitorLoopTest.this.sample();
    }

    @Override
    public boolean renew(Duration most) {
      renewing = true;
      return behind;
    }

    @Override
    public void close() {}
  }

  private static Plan plan(String interval, long readings, String duration) {
    return new Plan(
        Duration.parse(interval), readings, Optional.ofNullable(duration).map(Duration::parse));
  }

  private static Clock clock() {
    return Clock.fixed(Scenes.START, ZoneOffset.UTC);
  }

  private Sample sample() {
    return Scenes.nothing(Duration.ofNanos(pace.nanos() - start));
  }

  /** Writes down the stage and the time of each reading, in milliseconds since the start. */
  private class LoggedReport implements Report {
    @Override
    public void reading(Stage stage, Snapshot snapshot, Verdict verdict) {
      log.add(stage + " " + Duration.between(Scenes.START, snapshot.time()).toMillis());
    }

    @Override
    public void stopped(Instant time) {
      log.add("stopped");
    }
  }
}
