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
import org.rdmamonitor.render.JsonReport;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.TextOptions;
import org.rdmamonitor.render.TextReport;
import org.rdmamonitor.render.tui.Display;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.KernelOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The monitor, and the command that the others are subcommands of. */
@Command(
    name = "rdma-monitor",
    sortOptions = false,
    abbreviateSynopsis = true,
    synopsisSubcommandLabel = "[COMMAND]",
    description = {
      "Show what RDMA programs do on this host: how many queue pairs, protection"
          + " domains, completion queues and memory regions exist, which cgroup made"
          + " them, and how often the control path is called.",
      ""
    },
    optionListHeading = "Options:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:success",
      "1:failed at run time",
      "2:wrong command line",
      "3:configuration file wrong or unreadable; every error is told",
      "4:a prerequisite is missing; each is told with what to do",
      "130, 143:stopped by SIGINT (Ctrl-C), SIGTERM"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  sudo rdma-monitor                        every second, until Ctrl-C",
      "  sudo rdma-monitor -i 5 -c limits.txt     every 5 seconds, own limits",
      "  sudo rdma-monitor -j -n 1 | jq .cgroups  what exists now, as JSON",
      "  sudo rdma-monitor export                 metrics for Prometheus",
      "  rdma-monitor check-config limits.txt     is this file right?",
      "",
      "Options with a value can be set as RDMA_MONITOR_INTERVAL, RDMA_MONITOR_CONFIG",
      "and so on in the environment. The manual is rdma-monitor(1)."
    })
final class RdmaMonitor implements Callable<Integer> {
  private final Surroundings surroundings;

  @Spec private @Nullable CommandSpec spec;

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

  @Option(
      names = {"-b", "--batch"},
      description = "Plain text, which is the default only where the output is no terminal.")
  private boolean batch;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each reading.")
  private boolean json;

  @Option(names = "--pretty", description = "Indent the JSON.")
  private boolean pretty;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      converter = OptionValues.Colors.class,
      completionCandidates = OptionValues.Colors.class,
      description = "Colors: auto (default), always, never.")
  private @Nullable Color color;

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record beside what is shown, as 'record' does.")
  private @Nullable Path record;

  @Option(names = "--force", description = "Let --record overwrite a file.")
  private boolean force;

  @Mixin private ScreenSettings screen = new ScreenSettings();

  @Mixin private KernelSettings kernel = new KernelSettings();

  @Option(
      names = "--export",
      paramLabel = "[HOST:]PORT",
      converter = OptionValues.Address.class,
      description = "Serve metrics there beside what is shown, as 'export' does.")
  private @Nullable ListenAddress export;

  @Option(
      names = "--export-cgroups",
      paramLabel = "N",
      converter = OptionValues.Cgroups.class,
      description = "Cgroups with metrics of their own (default: 1000).")
  private @Nullable Integer exportCgroups;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and exit.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of this program, the JDK and libbpf.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean version;

  RdmaMonitor(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    if (pretty && !json) {
      throw new ParameterException(commandLine, "--pretty goes with --json");
    }
    EnvironmentOptions options = new EnvironmentOptions(surroundings.environment(), commandLine);
    Plan plan = plan(options);
    KernelOptions kernelOptions = kernel.of(options);
    Optional<Path> recording = options.value(record, "RECORD", Path::of);
    Color when = options.value(color, "COLOR", new OptionValues.Colors()).orElse(Color.AUTO);
    ScreenSettings.Start start = screen.start(surroundings, options, when);
    Optional<ListenAddress> listen = options.value(export, "EXPORT", new OptionValues.Address());
    int cgroups = Exporter.cgroups(options, exportCgroups);
    if (exportCgroups != null && listen.isEmpty()) {
      throw new ParameterException(commandLine, "--export-cgroups goes with --export");
    }
    ConfigurationFile file =
        ConfigurationFile.read(
            options.value(config, "CONFIG", Path::of),
            surroundings.directory(),
            surroundings.err());

    try (Exporter exporter = Exporter.open(surroundings, listen, cgroups, plan.interval());
        Source source = exporter.watch(surroundings.source().apply(kernelOptions));
        Pace pace = surroundings.pace().get();
        Recorder recorder = Recorder.to(surroundings, recording, force, plan.interval())) {
      Inspector inspector = new Inspector(file.settings(), Detectors.all());
      if (!json && !batch && ScreenSettings.isPossible(surroundings)) {
        try (Display display = ScreenSettings.display(surroundings)) {
          Tui tui = start.on(display, plan.interval(), ThisHost.read());
          LiveConfiguration live =
              live(file, inspector, (settings, status) -> tui.tell(status.sentence()));
          return new TuiLoop(
                  source,
                  tui,
                  inspector,
                  plan,
                  pace,
                  Optional.of(live),
                  List.of(recorder),
                  exporter::publish)
              .run();
        }
      }
      Report report =
          json
              ? new JsonReport(
                  surroundings.out(), file.settings().thresholds(), ThisHost.read(), pretty)
              : new TextReport(
                  surroundings.out(),
                  file.settings().thresholds(),
                  new TextOptions(
                      plan.interval(),
                      surroundings.clock().getZone(),
                      when.isOn(surroundings.environment(), surroundings.isTerminal())));
      LiveConfiguration live =
          live(
              file,
              inspector,
              (settings, status) -> {
                report.configuration(settings, status);
                if (!json) {
                  ConfigurationFile.tell(status, surroundings.err());
                }
              });
      new MonitorLoop(
              source,
              exporter.beside(report),
              surroundings.out(),
              inspector,
              plan,
              pace,
              surroundings.clock(),
              Optional.of(live),
              List.of(recorder))
          .run();
    }
    return ExitCode.OK;
  }

  /** Follows the file: the inspector goes by it, and then whoever else wants to know is told. */
  private LiveConfiguration live(
      ConfigurationFile file, Inspector inspector, LiveConfiguration.Listener listener) {
    return LiveConfiguration.of(
        file.path(),
        file.name(),
        file.stamp(),
        file.settings(),
        surroundings.clock(),
        (settings, status) -> {
          inspector.use(settings);
          inspector.tell(status);
          listener.read(settings, status);
        });
  }

  private Plan plan(EnvironmentOptions options) {
    return new Plan(
        options
            .value(interval, "INTERVAL", new OptionValues.Interval())
            .orElse(Duration.ofSeconds(1)),
        options.value(iterations, "ITERATIONS", new OptionValues.Readings()).orElse(Long.MAX_VALUE),
        options.value(duration, "DURATION", new OptionValues.Span()));
  }
}
