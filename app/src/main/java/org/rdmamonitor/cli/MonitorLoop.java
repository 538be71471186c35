// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.Flushable;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.Policy;
import org.rdmamonitor.policy.Thresholds;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.Report.Stage;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;

/**
 * The monitor: reads the source at once and then at every interval, and reports each reading.
 * Readings are due at multiples of the interval from the start, however long the work between them
 * takes; those that were missed are left out.
 */
final class MonitorLoop {
  /**
   * When to read.
   *
   * @param interval between readings
   * @param readings how many, the first included
   * @param duration after which the last reading is due
   */
  record Plan(Duration interval, long readings, Optional<Duration> duration) {}

  private final Source source;
  private final Report report;
  private final Flushable out;
  private final Thresholds thresholds;
  private final Plan plan;
  private final Pace pace;
  private final Clock clock;

  MonitorLoop(
      Source source,
      Report report,
      Flushable out,
      Thresholds thresholds,
      Plan plan,
      Pace pace,
      Clock clock) {
    this.source = source;
    this.report = report;
    this.out = out;
    this.thresholds = thresholds;
    this.plan = plan;
    this.pace = pace;
    this.clock = clock;
  }

  /**
   * Runs until the plan is fulfilled or the user asks to stop.
   *
   * @throws SourceException if the source fails; what was read before is reported
   * @throws IOException if the report cannot be written
   */
  void run() throws IOException {
    long start = pace.nanos();
    Sample first = source.read();
    show(Stage.FIRST, Snapshot.first(first));
    try {
      follow(start, first);
    } catch (SourceException e) {
      stopped();
      throw e;
    }
    stopped();
  }

  private void follow(long start, Sample first) throws IOException {
    Sample previous = first;
    long shown = 1;
    boolean ended = plan.readings() == 1;
    while (!ended) {
      long sinceStart = nextReading(pace.nanos() - start);
      boolean undisturbed = pace.waitUntil(start + sinceStart);
      shown++;
      ended = !undisturbed || shown == plan.readings() || sinceStart == lastReading();
      Sample sample = source.read();
      Stage stage = undisturbed ? (ended ? Stage.LAST : Stage.NEXT) : Stage.INTERRUPTED;
      show(stage, Snapshot.between(previous, sample));
      previous = sample;
    }
  }

  /** When the next reading is due, in nanoseconds since the start. */
  private long nextReading(long sinceStart) {
    long interval = plan.interval().toNanos();
    return Math.min((sinceStart / interval + 1) * interval, lastReading());
  }

  private long lastReading() {
    return plan.duration().map(Duration::toNanos).orElse(Long.MAX_VALUE);
  }

  private void show(Stage stage, Snapshot snapshot) throws IOException {
    report.reading(stage, snapshot, Policy.evaluate(snapshot, thresholds));
    out.flush();
  }

  private void stopped() throws IOException {
    report.stopped(clock.instant());
    out.flush();
  }
}
