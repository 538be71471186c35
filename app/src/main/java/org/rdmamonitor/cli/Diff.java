// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.Settings;
import org.rdmamonitor.policy.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.Comparison;
import org.rdmamonitor.render.ComparisonJson;
import org.rdmamonitor.render.Digest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Two recordings side by side. */
@Command(
    name = "diff",
    description = "Compare two recordings: calls, failures, latency, objects, breaches.",
    sortOptions = false)
final class Diff implements Callable<Integer> {
  private final Surroundings surroundings;

  @Parameters(index = "0", paramLabel = "A", description = "A recording.")
  private @Nullable Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The one to hold against it.")
  private @Nullable Path second;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "File with the thresholds (default: config.txt here, if there is one).")
  private @Nullable Path config;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  Diff(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    Settings settings = Limits.orNone(surroundings, Optional.ofNullable(config));
    Digest.Summary a = summary(Objects.requireNonNull(first), settings);
    Digest.Summary b = summary(Objects.requireNonNull(second), settings);
    if (json) {
      ComparisonJson.write(surroundings.out(), a, b);
    } else {
      Comparison.write(surroundings.out(), a, b);
    }
    return ExitCode.OK;
  }

  private Digest.Summary summary(Path file, Settings settings) throws IOException {
    try (Playback playback =
        Playback.open(
            surroundings, file, new Playback.Part(null, null), Double.POSITIVE_INFINITY)) {
      Digest digest = new Digest();
      new MonitorLoop(
              playback.source(),
              digest,
              surroundings.out(),
              new Inspector(settings, Detectors.all()),
              playback.plan(null, Long.MAX_VALUE, null),
              playback.pace(),
              playback.clock(),
              Optional.empty(),
              List.of(digest::add))
          .run();
      return digest.summary(file.toString());
    }
  }
}
