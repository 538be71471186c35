// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.MonitorLoop.Plan;
import picocli.CommandLine.Option;

/** The options of every command that takes readings. */
final class Schedule {
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
  Plan live(EnvironmentOptions options) {
    return new Plan(
        options.value(interval, "INTERVAL", new OptionValues.Interval()).orElse(STANDARD),
        options.value(iterations, "ITERATIONS", new OptionValues.Readings()).orElse(Long.MAX_VALUE),
        options.value(duration, "DURATION", new OptionValues.Span()));
  }

  /** The same, but once if nothing else is asked for. */
  Plan onceLive(EnvironmentOptions options) {
    return once(live(options));
  }

  /** When to read a recording, likewise. */
  Plan onceOf(Playback playback) {
    return once(of(playback));
  }

  private Plan once(Plan plan) {
    boolean isAsked =
        interval != null || plan.readings() != Long.MAX_VALUE || plan.duration().isPresent();
    return isAsked ? plan : new Plan(plan.interval(), 1, plan.duration());
  }

  /** When to read a recording; what the environment says is meant for what happens now. */
  Plan of(Playback playback) {
    return playback.plan(interval, iterations == null ? Long.MAX_VALUE : iterations, duration);
  }
}
