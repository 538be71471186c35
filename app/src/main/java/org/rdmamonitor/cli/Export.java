// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.MonitorLoop.Plan;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.KernelOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The monitor without a view. */
@Command(
    name = "export",
    description = "Serve metrics for Prometheus at /metrics, until it is stopped.",
    sortOptions = false)
final class Export implements Callable<Integer> {
  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "[HOST:]PORT",
      arity = "0..1",
      converter = OptionValues.Address.class,
      description = "Where to listen (default: 127.0.0.1:19879); port 0 picks one.")
  private @Nullable ListenAddress address;

  @Option(
      names = "--export-cgroups",
      paramLabel = "N",
      converter = OptionValues.Cgroups.class,
      description = "Cgroups with metrics of their own (default: 1000).")
  private @Nullable Integer cgroups;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = OptionValues.Interval.class,
      description = "Time between readings, from 0.1 (default: 1).")
  private @Nullable Duration interval;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "FILE",
      description = "File with the thresholds (default: config.txt here, if there is one).")
  private @Nullable Path config;

  @Mixin private KernelSettings source = new KernelSettings();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  Export(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    EnvironmentOptions options =
        new EnvironmentOptions(
            surroundings.environment(), Objects.requireNonNull(spec).commandLine());
    Plan plan =
        new Plan(
            options
                .value(interval, "INTERVAL", new OptionValues.Interval())
                .orElse(Duration.ofSeconds(1)),
            Long.MAX_VALUE,
            Optional.empty());
    ListenAddress listen =
        options.value(address, "EXPORT", new OptionValues.Address()).orElse(ListenAddress.STANDARD);
    KernelOptions kernelOptions = source.of(options);
    int most = Exporter.cgroups(options, cgroups);
    ConfigurationFile file =
        ConfigurationFile.read(
            options.value(config, "CONFIG", Path::of),
            surroundings.directory(),
            surroundings.err());
    Inspector inspector = new Inspector(file.settings(), Detectors.all());
    LiveConfiguration live =
        LiveConfiguration.of(
            file.path(),
            file.name(),
            file.stamp(),
            file.settings(),
            surroundings.clock(),
            (settings, status) -> {
              inspector.use(settings);
              inspector.tell(status);
              ConfigurationFile.tell(status, surroundings.err());
            });

    try (Exporter exporter =
            Exporter.open(surroundings, Optional.of(listen), most, plan.interval());
        Source watched = exporter.watch(surroundings.source().apply(kernelOptions));
        Pace pace = surroundings.pace().get()) {
      new MonitorLoop(
              watched,
              exporter.beside(Exporter.silent()),
              surroundings.out(),
              inspector,
              plan,
              pace,
              surroundings.clock(),
              Optional.of(live),
              List.of())
          .run();
    }
    return ExitCode.OK;
  }
}
