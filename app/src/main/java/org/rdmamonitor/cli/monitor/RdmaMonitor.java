// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.ConfigurationFile;
import org.rdmamonitor.cli.loop.EnforcementNotice;
import org.rdmamonitor.cli.loop.EventReaderNotice;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.LiveConfiguration;
import org.rdmamonitor.cli.loop.LogExport;
import org.rdmamonitor.cli.loop.MonitorLoop;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.loop.TuiLoop;
import org.rdmamonitor.cli.options.ConfigOption;
import org.rdmamonitor.cli.options.EnforceOption;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.ExportExtent;
import org.rdmamonitor.cli.options.KernelSettings;
import org.rdmamonitor.cli.options.ListenAddress;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.options.ProbesNotice;
import org.rdmamonitor.cli.options.ReportSettings;
import org.rdmamonitor.cli.options.Schedule;
import org.rdmamonitor.cli.options.ScreenSettings;
import org.rdmamonitor.cli.options.WebOptions;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ThisHost;
import org.rdmamonitor.http.server.LiveWebConfig;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.terminal.Display;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
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
public final class RdmaMonitor implements Callable<Integer> {
  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private Schedule schedule = new Schedule();

  @Mixin private ConfigOption config = new ConfigOption();

  @Mixin private ReportSettings settings = new ReportSettings();

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description = "Record beside what is shown, as 'record' does.")
  private @Nullable Path record;

  @Option(names = "--force", description = "Let --record overwrite a file.")
  private boolean force;

  @Mixin private EnforceOption enforce = new EnforceOption();

  @Mixin private KernelSettings kernel = new KernelSettings();

  @Option(
      names = "--export",
      paramLabel = "[HOST:]PORT",
      converter = OptionValues.Address.class,
      description = "Serve metrics there beside what is shown, as 'export' does.")
  private @Nullable ListenAddress export;

  @Mixin private ExportExtent extent = new ExportExtent();

  @Mixin private WebOptions web = new WebOptions();

  @Mixin private MonitorLogs otlp = new MonitorLogs();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the versions of this program, the JDK and libbpf.")
  @SuppressWarnings("unused") // picocli acts on it
  private boolean version;

  public RdmaMonitor(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    EnvironmentOptions options = new EnvironmentOptions(context.environment(), commandLine);
    ReportSettings.Choice choice = settings.choose(context, options, commandLine);
    Plan plan = schedule.live(options);
    KernelOptions kernelOptions =
        enforce.of(
            choice.onScreen() ? kernel.onScreen(context, options) : kernel.of(context, options),
            options,
            commandLine);
    Optional<Path> recording = options.value(record, "RECORD", Path::of);
    Optional<ListenAddress> listen = options.value(export, "EXPORT", new OptionValues.Address());
    ExportExtent.Most most = extent.of(options);
    if (extent.isGiven() && listen.isEmpty()) {
      throw new ParameterException(
          commandLine,
          "--export-cgroups, --export-processes and --export-connections go with --export");
    }
    if (web.isGiven() && listen.isEmpty()) {
      throw new ParameterException(commandLine, "--web.config.file goes with --export");
    }
    Optional<LogExport.Receiver> receiver = otlp.of(context, options, commandLine);
    ConfigurationFile file = config.read(context, options);
    ProbesNotice.ofPolicies(kernelOptions, file.settings(), context.err());

    EventReaderNotice reader = new EventReaderNotice(context.err(), !choice.onScreen());
    LiveWebConfig served =
        web.of(context, options, choice.onScreen() ? line -> {} : context.err()::println);
    try (Exporter exporter = Exporter.open(context, listen, served, most, plan.interval());
        LogExport logs = otlp.open(context, receiver, ThisHost.read(), !choice.onScreen());
        Source source = context.source().apply(kernelOptions);
        Pace pace = context.pace().get();
        // After what else is to be written.
        Closeable _ = () -> logs.finish(pace);
        Recorder recorder = Recorder.to(context, recording, force, plan.interval());
        // Before the pace is closed, for which a signal waits.
        Closeable _ = source::withdraw) {
      Run run =
          new Run(
              source,
              file,
              pace,
              plan,
              List.of(recorder, exporter, logs, new EnforcementNotice(context.err()), reader));
      return reader.exitCode(run.show(choice));
    }
  }

  /** A run that has all it needs but something to show it on. */
  private final class Run {
    private final Source source;
    private final ConfigurationFile file;
    private final Pace pace;
    private final Plan plan;
    private final List<Feed.Listener> listeners;
    private final Inspector inspector;

    Run(
        Source source,
        ConfigurationFile file,
        Pace pace,
        Plan plan,
        List<Feed.Listener> listeners) {
      this.source = source;
      this.file = file;
      this.pace = pace;
      this.plan = plan;
      this.listeners = listeners;
      this.inspector = new Inspector(file.settings(), Detectors.all());
      source.enforce(file.settings().quotas());
    }

    int show(ReportSettings.Choice choice) throws IOException {
      return choice.onScreen() ? onScreen(choice) : asReport(choice);
    }

    private Feed feed(LiveConfiguration.Listener listener) {
      LiveConfiguration live =
          file.follow(
              context.clock(),
              inspector,
              (changed, status) -> {
                source.enforce(changed.quotas());
                listener.read(changed, status);
              });
      return new Feed(source, inspector, Optional.of(live), listeners);
    }

    private int onScreen(ReportSettings.Choice choice) throws IOException {
      try (Display display = ScreenSettings.display(context)) {
        Tui tui = choice.screen().on(display, plan.interval(), ThisHost.read());
        Feed feed = feed((changed, status) -> tui.tell(status.sentence()));
        int exitCode = new TuiLoop(feed, tui, plan, pace).run();
        // What was called since the last reading is for the recording.
        feed.readOn();
        feed.readRest();
        return exitCode;
      }
    }

    private int asReport(ReportSettings.Choice choice) throws IOException {
      Report report = choice.report(file.settings(), ThisHost.read(), plan.interval());
      Feed feed =
          feed((changed, status) -> {
            report.configuration(changed, status);
            if (!choice.json()) {
              ConfigurationFile.tell(status, context.err());
            }
          });
      new MonitorLoop(feed, report, context.out(), plan, pace, context.clock()).run();
      return ExitCode.OK;
    }
  }
}
