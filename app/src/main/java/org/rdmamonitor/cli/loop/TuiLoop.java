// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.loop;

import java.io.IOException;
import java.time.Duration;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.render.tui.Tui;

/**
 * The monitor on a screen: reads the source at every interval, which the person may change, and
 * attends to the screen and its keys meanwhile.
 */
public final class TuiLoop {
  /** How long a key waits at most: less than a person notices, and little work. */
  private static final long TICK = Duration.ofMillis(40).toNanos();

  private final Feed feed;
  private final Tui tui;
  private final Plan plan;
  private final Pace pace;

  public TuiLoop(Feed feed, Tui tui, Plan plan, Pace pace) {
    this.feed = feed;
    this.tui = tui;
    this.plan = plan;
    this.pace = pace;
  }

  /**
   * Runs until the person quits, the plan is fulfilled or a signal comes.
   *
   * @return the exit code
   * @throws IOException if the terminal fails
   */
  public int run() throws IOException {
    long start = pace.nanos();
    long end =
        plan.duration()
            .map(duration -> start + duration.toNanos())
            .orElse(start + Long.MAX_VALUE / 2);
    long shownAt = start;
    long readAt = start;
    feed.read();
    show();
    long shown = 1;
    while (true) {
      switch (tui.attend()) {
        case STAY -> {}
        case QUIT -> {
          return ExitCode.OK;
        }
        case INTERRUPT -> {
          return ExitCode.INTERRUPTED;
        }
      }
      if (shown == plan.readings() || shownAt >= end) {
        return ExitCode.OK;
      }
      long due = Math.min(shownAt + tui.interval().toNanos(), end);
      switch (pace.await(Math.min(pace.nanos() + (long) (TICK * pace.speed()), due))) {
        case DUE -> {}
        case RELOAD -> feed.reload();
        case STOP -> {
          return ExitCode.OK;
        }
      }
      long now = pace.nanos();
      if (now >= due) {
        readOn();
        try {
          show();
        } catch (OutOfMemoryError e) {
          feed.memoryRanOut();
        }
        shown++;
        shownAt = due + (now - due) / tui.interval().toNanos() * tui.interval().toNanos();
        readAt = now;
      } else if (now - readAt >= MonitorLoop.LONGEST_SILENCE.toNanos()) {
        readOn();
        readAt = now;
      }
    }
  }

  private void readOn() throws IOException {
    feed.readOn();
    if (feed.hasEnded()) {
      tui.tell("the recording has ended");
    }
  }

  private void show() throws IOException {
    if (feed.hasNews()) {
      Feed.Reading reading = feed.reading();
      tui.add(reading.snapshot(), reading.verdict());
    }
  }
}
