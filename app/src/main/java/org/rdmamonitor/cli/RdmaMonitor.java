// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.MonitorLoop.Plan;
import org.rdmamonitor.policy.Thresholds;
import org.rdmamonitor.policy.ThresholdsFile;
import org.rdmamonitor.policy.ThresholdsFileException;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.JsonReport;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.TextOptions;
import org.rdmamonitor.render.TextReport;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.KernelOptions;
import org.rdmamonitor.source.kernel.KernelOptions.Copies;
import org.rdmamonitor.source.kernel.KernelOptions.Probes;
import picocli.CommandLine;
import picocli.CommandLine.Command;
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
      "  rdma-monitor check-config limits.txt     is this file right?",
      "",
      "Options with a value can be set as RDMA_MONITOR_INTERVAL, RDMA_MONITOR_CONFIG",
      "and so on in the environment. The manual is rdma-monitor(1)."
    })
final class RdmaMonitor implements Callable<Integer> {
  private static final Path DEFAULT_CONFIG = Path.of("config.txt");

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
      description = "Plain text, also on a terminal (the default).")
  @SuppressWarnings("unused") // text is all there is so far
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
      description = "Red breaches: auto (default), always, never.")
  private @Nullable Color color;

  @Option(
      names = "--probes",
      paramLabel = "SET",
      converter = OptionValues.ProbeSets.class,
      completionCandidates = OptionValues.ProbeSets.class,
      description = "Where calls are counted: core (default; every driver) or mlx5.")
  private @Nullable Probes probes;

  @Option(
      names = "--gid-packets",
      description =
          "Count as GID_QUERY also the kernel's own look-ups: on rxe, one for every packet.")
  private boolean gidPackets;

  @Option(
      names = "--hooks",
      paramLabel = "MEANS",
      converter = OptionValues.Means.class,
      completionCandidates = OptionValues.Means.class,
      description = "How objects are counted: auto (default), kprobe, both.")
  private @Nullable Copies hooks;

  @Option(
      names = "--ring-size",
      paramLabel = "SIZE",
      converter = OptionValues.RingSize.class,
      description = "Size of the event buffer, a power of two (default: 1M).")
  private @Nullable Integer ringSize;

  @Option(
      names = "--max-objects",
      paramLabel = "N",
      converter = OptionValues.Objects.class,
      description = "Live objects that can be told apart (default: 262144).")
  private @Nullable Integer maxObjects;

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
    KernelOptions kernelOptions = kernelOptions(options);
    boolean color =
        options
            .value(this.color, "COLOR", new OptionValues.Colors())
            .orElse(Color.AUTO)
            .isOn(surroundings.environment(), surroundings.isTerminal());
    Thresholds thresholds = thresholds(options);

    try (Source source = surroundings.source().apply(kernelOptions);
        Pace pace = surroundings.pace().get()) {
      Report report =
          json
              ? new JsonReport(surroundings.out(), thresholds, host(), pretty)
              : new TextReport(
                  surroundings.out(),
                  thresholds,
                  new TextOptions(plan.interval(), surroundings.clock().getZone(), color));
      new MonitorLoop(
              source, report, surroundings.out(), thresholds, plan, pace, surroundings.clock())
          .run();
    }
    return ExitCode.OK;
  }

  private Plan plan(EnvironmentOptions options) {
    return new Plan(
        options
            .value(interval, "INTERVAL", new OptionValues.Interval())
            .orElse(Duration.ofSeconds(1)),
        options.value(iterations, "ITERATIONS", new OptionValues.Readings()).orElse(Long.MAX_VALUE),
        options.value(duration, "DURATION", new OptionValues.Span()));
  }

  private KernelOptions kernelOptions(EnvironmentOptions options) {
    KernelOptions defaults = KernelOptions.defaults(Distribution.bpfObject());
    return new KernelOptions(
        defaults.bpfObject(),
        options.value(probes, "PROBES", new OptionValues.ProbeSets()).orElse(defaults.probes()),
        gidPackets,
        options.value(hooks, "HOOKS", new OptionValues.Means()).orElse(defaults.copies()),
        options
            .value(ringSize, "RING_SIZE", new OptionValues.RingSize())
            .orElse(defaults.ringBytes()),
        options
            .value(maxObjects, "MAX_OBJECTS", new OptionValues.Objects())
            .orElse(defaults.maxObjects()));
  }

  private Thresholds thresholds(EnvironmentOptions options) throws ThresholdsFileException {
    Optional<Path> named = options.value(config, "CONFIG", Path::of);
    Path file = named.orElse(DEFAULT_CONFIG);
    Path path = surroundings.directory().resolve(file);
    if (named.isEmpty() && Files.notExists(path)) {
      surroundings
          .err()
          .println(
              "rdma-monitor: there is no %s here, so no limit is checked; -c names a file"
                  .formatted(DEFAULT_CONFIG));
      return Thresholds.NONE;
    }
    return ThresholdsFile.read(path, file.toString());
  }

  private static Host host() throws IOException {
    Path kernel = Path.of("/proc/sys/kernel");
    return new Host(
        Files.readString(kernel.resolve("hostname")).strip(),
        Files.readString(kernel.resolve("osrelease")).strip(),
        Version.ofProgram());
  }
}
