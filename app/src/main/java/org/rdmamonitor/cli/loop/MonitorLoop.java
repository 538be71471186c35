// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.Flushable;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.recording.RecordingException;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.Report.Stage;
import org.rdmamonitor.source.SourceException;

/**
 * The monitor: reads the source at once and then at every interval, and reports each reading.
 * Readings are due at multiples of the interval from the start, however long the work between them
 * takes; those that were missed are left out, and those of a recording for which it has nothing.
 */
public final class MonitorLoop {
  /**
   * When to read.
   *
   * @param interval between readings
   * @param readings how many, the first included
   * @param duration after which the last reading is due
   */
  public record Plan(Duration interval, long readings, Optional<Duration> duration) {
    /** When the next reading is due, but for the end; both in nanoseconds since the start. */
    public long dueAfter(long sinceStart) {
      long nanos = interval.toNanos();
      return (sinceStart / nanos + 1) * nanos;
    }

    /** When it ends at the latest, in nanoseconds since the start. */
    public long end() {
      return duration.map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }
  }

  /** How long finished calls wait in the source, which has room for a limited number. */
  static final Duration LONGEST_SILENCE = Duration.ofSeconds(5);

  private final Feed feed;
  private final Report report;
  private final Flushable out;
  private final Plan plan;
  private final Pace pace;
  private final InstantSource clock;

  /**
   * A loop.
   *
   * @param clock tells when the report ends
   */
  public MonitorLoop(
      Feed feed, Report report, Flushable out, Plan plan, Pace pace, InstantSource clock) {
    this.feed = feed;
    this.report = report;
    this.out = out;
    this.plan = plan;
    this.pace = pace;
    this.clock = clock;
  }

  /**
   * Runs until the plan is fulfilled, the source has ended or the user asks to stop.
   *
   * @throws SourceException if the source fails; what was read before is reported
   * @throws RecordingException if a recorder fails; likewise
   * @throws IOException if the report cannot be written
   */
  public void run() throws IOException {
    long start = pace.nanos();
    feed.read();
    show(Stage.FIRST);
    try {
      follow(start);
    } catch (SourceException | RecordingException e) {
      stopped();
      throw e;
    }
    stopped();
    feed.readRest();
  }

  private void follow(long start) throws IOException {
    long shown = 1;
    boolean ended = plan.readings() == 1 || feed.hasEnded();
    while (!ended) {
      long sinceStart = nextReading(pace.nanos() - start);
      boolean undisturbed = readUntil(start + sinceStart);
      boolean last = shown + 1 == plan.readings() || sinceStart == plan.end();
      if (last && undisturbed) {
        feed.readLast();
      } else {
        feed.readOn(); // Who interrupts does not wait for more.
      }
      ended = !undisturbed || last || feed.hasEnded();
      if (feed.hasNews() || ended) {
        showOrLeaveOut(undisturbed ? (ended ? Stage.LAST : Stage.NEXT) : Stage.INTERRUPTED);
        shown++;
      }
    }
  }

  /**
   * Waits, reads the source often enough on the way for it to keep every call, and the
   * configuration when the user asks for it.
   *
   * @return false if the user asked to stop
   */
  private boolean readUntil(long due) throws IOException {
    long next = pace.nanos() + LONGEST_SILENCE.toNanos();
    while (true) {
      switch (pace.await(Math.min(next, due))) {
        case STOP -> {
          return false;
        }
        case RELOAD -> feed.reload();
        case DUE -> {
          if (next >= due) {
            return true;
          }
          feed.readOn();
          next += LONGEST_SILENCE.toNanos();
        }
      }
      // What was told of another configuration.
      out.flush();
    }
  }

  /** When the next reading is due, in nanoseconds since the start. */
  private long nextReading(long sinceStart) {
    return Math.min(plan.dueAfter(sinceStart), plan.end());
  }

  /** Shows the reading, unless there is no memory for that. */
  private void showOrLeaveOut(Stage stage) throws IOException {
    try {
      show(stage);
    } catch (OutOfMemoryError e) {
      feed.memoryRanOut();
    }
  }

  private void show(Stage stage) throws IOException {
    Feed.Reading reading = feed.reading();
    report.reading(stage, reading.snapshot(), reading.verdict());
    out.flush();
  }

  private void stopped() throws IOException {
    report.stopped(clock.instant());
    out.flush();
  }
}
