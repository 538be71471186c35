// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.recordings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.options.ConfigOption;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.Digest;
import org.rdmamonitor.render.json.ComparisonJson;
import org.rdmamonitor.render.text.Comparison;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Two recordings side by side. */
@Command(
    name = "diff",
    description = "Compare two recordings: calls, failures, latency, objects, breaches.",
    sortOptions = false)
public final class DiffCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Parameters(index = "0", paramLabel = "A", description = "A recording.")
  private @Nullable Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The one to hold against it.")
  private @Nullable Path second;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object.")
  private boolean json;

  @Mixin private ConfigOption config = new ConfigOption();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  @Spec private @Nullable CommandSpec spec;

  public DiffCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), Objects.requireNonNull(spec).commandLine());
    Settings settings = config.settings(context, options);
    Digest.Summary a = summary(Objects.requireNonNull(first), settings);
    Digest.Summary b = summary(Objects.requireNonNull(second), settings);
    if (json) {
      ComparisonJson.write(context.out(), a, b);
    } else {
      Comparison.write(context.out(), a, b);
    }
    return ExitCode.OK;
  }

  private Digest.Summary summary(Path file, Settings settings) throws IOException {
    try (Playback playback = Playback.open(context, file, Playback.Part.WHOLE)) {
      Digest digest = new Digest();
      Feed feed =
          Feed.of(playback.source(), new Inspector(settings, Detectors.all()), digestOf(digest));
      playback.report(
          feed, digest, new Plan(playback.interval(), Long.MAX_VALUE, Optional.empty()));
      return digest.summary(file.toString());
    }
  }

  private static Feed.Listener digestOf(Digest digest) {
    return new Feed.Listener() {
      @Override
      public void sample(Sample sample) {
        digest.add(sample);
      }
    };
  }
}
