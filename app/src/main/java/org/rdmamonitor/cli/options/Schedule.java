// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import picocli.CommandLine.Option;

/** The options of every command that takes readings. */
public final class Schedule {
  private static final Duration STANDARD = Duration.ofSeconds(1);

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = OptionValues.Interval.class,
      description = "Time between readings, from 0.1 (default: 1, or as recorded).")
  private @Nullable Duration interval;

  @Option(
      names = {"-n", "--iterations"},
      paramLabel = "N",
      converter = OptionValues.Readings.class,
      description = "End after N readings. The first comes at once.")
  private @Nullable Long iterations;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "End after this time.")
  private @Nullable Duration duration;

  /** When to read what happens now. */
  public Plan live(EnvironmentOptions options) {
    return new Plan(
        options.value(interval, "INTERVAL", new OptionValues.Interval()).orElse(STANDARD),
        options.value(iterations, "ITERATIONS", new OptionValues.Readings()).orElse(Long.MAX_VALUE),
        options.value(duration, "DURATION", new OptionValues.Span()));
  }

  /** The same, but once if nothing else is asked for. */
  public Plan onceLive(EnvironmentOptions options) {
    return once(live(options));
  }

  /** When to read a recording, likewise. */
  public Plan onceRecorded(Duration recorded) {
    return once(recorded(recorded));
  }

  private Plan once(Plan plan) {
    boolean isAsked =
        interval != null || plan.readings() != Long.MAX_VALUE || plan.duration().isPresent();
    return isAsked ? plan : new Plan(plan.interval(), 1, plan.duration());
  }

  /**
   * When to read a recording; what the environment says is meant for what happens now.
   *
   * @param recorded between its readings; to ask for less has no effect
   */
  public Plan recorded(Duration recorded) {
    return new Plan(
        interval == null || interval.compareTo(recorded) < 0 ? recorded : interval,
        iterations == null ? Long.MAX_VALUE : iterations,
        Optional.ofNullable(duration));
  }
}
