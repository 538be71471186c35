// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.litmus;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.run.RunSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say how to run tests, and on what. */
final class RunArguments {
  @Option(
      names = {"-n", "--iterations"},
      paramLabel = "N",
      defaultValue = "100000",
      converter = LitmusValues.Count.class,
      description = "How often each test is done (default: 100000).")
  private long iterations;

  @Option(
      names = {"-s", "--size"},
      paramLabel = "N",
      defaultValue = "1000",
      converter = LitmusValues.RunSize.class,
      description = "Of these in one run, each with its memory (default: 1000).")
  private int size;

  @Mixin private NodeDevices devices = new NodeDevices();

  @Option(
      names = "--widen",
      paramLabel = "HOW",
      converter = LitmusValues.Widenings.class,
      completionCandidates = LitmusValues.Widenings.class,
      description = "Have requests wait: none, fence, reads or mixed (default, all in turn).")
  private LitmusValues.Widen widen = LitmusValues.Widen.MIXED;

  @Option(
      names = "--pin",
      description = "Keep each thread on a processor, chosen anew for each run.")
  private boolean pin;

  @Option(
      names = "--seed",
      paramLabel = "N",
      converter = LitmusValues.Seed.class,
      description = "Of delays and placement (default: another one each time; it is printed).")
  private @Nullable Long seed;

  @Option(
      names = "--time-limit",
      paramLabel = "SECONDS",
      defaultValue = "10",
      converter = LitmusValues.Seconds.class,
      description = "How long a thread waits in an iteration: 1 to 3600 (default: 10).")
  private int limit;

  List<String> devices() {
    return devices.names();
  }

  /**
   * How to run.
   *
   * @param another seed, where none is given
   */
  RunSettings settings(long another) {
    return new RunSettings(
        iterations,
        (int) Math.min(iterations, size),
        widen.widenings(),
        seed == null ? another : seed,
        Duration.ofSeconds(limit),
        pin);
  }
}
