// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.rdmamonitor.cli.MonitorLoop.Plan;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Verdict;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.source.Source;

/**
 * The monitor on a screen: reads the source at every interval, which the person may change, and
 * attends to the screen and its keys meanwhile.
 */
final class TuiLoop {
  /** How long a key waits at most: less than a person notices, and little work. */
  private static final long TICK = Duration.ofMillis(40).toNanos();

  private final Source source;
  private final Tui tui;
  private final Ledger ledger = new Ledger();
  private final Inspector inspector;
  private final Plan plan;
  private final Pace pace;
  private final Optional<LiveConfiguration> configuration;
  private final List<Consumer<Sample>> consumers;
  private final BiConsumer<Snapshot, Verdict> publisher;
  private boolean hasNews;

  TuiLoop(
      Source source,
      Tui tui,
      Inspector inspector,
      Plan plan,
      Pace pace,
      Optional<LiveConfiguration> configuration,
      List<Consumer<Sample>> listeners,
      BiConsumer<Snapshot, Verdict> publisher) {
    this.source = source;
    this.tui = tui;
    this.inspector = inspector;
    this.plan = plan;
    this.pace = pace;
    this.configuration = configuration;
    this.consumers = List.copyOf(listeners);
    this.publisher = publisher;
  }

  /**
   * Runs until the person quits, the plan is fulfilled or a signal comes.
   *
   * @return the exit code
   * @throws IOException if the terminal fails
   */
  int run() throws IOException {
    long start = pace.nanos();
    long end =
        plan.duration()
            .map(duration -> start + duration.toNanos())
            .orElse(start + Long.MAX_VALUE / 2);
    long shownAt = start;
    long readAt = start;
    read();
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
      if (!pace.waitUntil(Math.min(pace.nanos() + (long) (TICK * pace.speed()), due))) {
        return ExitCode.OK;
      }
      long now = pace.nanos();
      if (now >= due) {
        readOn();
        show();
        shown++;
        shownAt = due + (now - due) / tui.interval().toNanos() * tui.interval().toNanos();
        readAt = now;
      } else if (now - readAt >= MonitorLoop.LONGEST_SILENCE.toNanos()) {
        readOn();
        readAt = now;
      }
    }
  }

  /** Reads by the settings of now. */
  private void readOn() throws IOException {
    boolean asked = pace.isReloadAsked();
    if (configuration.isPresent()) {
      configuration.get().check(asked);
    }
    read();
  }

  private void read() {
    switch (source.next()) {
      case NOW -> {
        Sample sample = source.read();
        ledger.add(sample);
        inspector.add(sample);
        consumers.forEach(consumer -> consumer.accept(sample));
        hasNews = true;
      }
      case LATER -> {}
      case NEVER -> tui.tell("the recording has ended");
    }
  }

  private void show() {
    if (hasNews) {
      Snapshot snapshot = ledger.snapshot();
      Verdict verdict = inspector.inspect(snapshot);
      publisher.accept(snapshot, verdict);
      tui.add(snapshot, verdict);
      hasNews = false;
    }
  }
}
