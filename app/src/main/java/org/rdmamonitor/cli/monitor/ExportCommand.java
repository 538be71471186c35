// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.rdmamonitor.cli.options.ConfigOption;
import org.rdmamonitor.cli.options.EnforceOption;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.ExportExtent;
import org.rdmamonitor.cli.options.KernelSettings;
import org.rdmamonitor.cli.options.ListenAddress;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.options.ProbesNotice;
import org.rdmamonitor.cli.options.Schedule;
import org.rdmamonitor.cli.options.WebOptions;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ThisHost;
import org.rdmamonitor.cli.recordings.Playback;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.policy.findings.Detectors;
import org.rdmamonitor.render.SilentReport;
import org.rdmamonitor.render.metrics.AlertRules;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import org.rdmamonitor.source.recording.HeldSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The monitor without a view. */
@Command(
    name = "export",
    description = "Serve metrics for Prometheus at /metrics, until it is stopped.",
    sortOptions = false)
public final class ExportCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "[HOST:]PORT",
      arity = "0..1",
      converter = OptionValues.Address.class,
      description = "Where to listen (default: 127.0.0.1:19879); port 0 picks one.")
  private @Nullable ListenAddress address;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Serve a recording, as if it happened now; its end stays.")
  private @Nullable Path replay;

  @Option(
      names = "--rules",
      description = "Print alert rules for Prometheus, made of the configuration, and end.")
  private boolean rules;

  @Mixin private ExportExtent extent = new ExportExtent();

  @Mixin private WebOptions web = new WebOptions();

  @Mixin private MonitorLogs otlp = new MonitorLogs();

  @Mixin private Schedule schedule = new Schedule();

  @Mixin private ConfigOption config = new ConfigOption();

  @Mixin private EnforceOption enforce = new EnforceOption();

  @Mixin private KernelSettings kernel = new KernelSettings();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  public ExportCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, ThresholdsFileException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    EnvironmentOptions options = new EnvironmentOptions(context.environment(), commandLine);
    Plan plan = schedule.live(options);
    ListenAddress listen =
        options.value(address, "EXPORT", new OptionValues.Address()).orElse(ListenAddress.STANDARD);
    KernelOptions kernelOptions = enforce.of(kernel.of(context, options), options, commandLine);
    if (rules) {
      context.out().append(AlertRules.of(config.settings(context, options)));
      return ExitCode.OK;
    }
    if (replay != null && kernelOptions.enforcement() != Enforcement.Mode.OBSERVE) {
      throw new ParameterException(commandLine, "--replay watches nothing, so nothing is enforced");
    }
    Optional<LogExport.Receiver> receiver = otlp.of(context, options, commandLine);
    ConfigurationFile file = config.read(context, options);
    if (replay == null) {
      ProbesNotice.ofPolicies(kernelOptions, file.settings(), context.err());
    }
    try (Exporter exporter =
        Exporter.open(
            context,
            Optional.of(listen),
            web.of(context, options, context.err()::println),
            extent.of(options),
            plan.interval())) {
      return replay == null
          ? live(kernelOptions, file, plan, exporter, receiver)
          : recorded(replay, kernelOptions.devices(), file, plan, exporter, receiver);
    }
  }

  private int live(
      KernelOptions kernelOptions,
      ConfigurationFile file,
      Plan plan,
      Exporter exporter,
      Optional<LogExport.Receiver> receiver)
      throws IOException {
    try (LogExport logs = otlp.open(context, receiver, ThisHost.read(), true);
        Source source = context.source().apply(kernelOptions);
        Pace pace = context.pace().get();
        Closeable _ = () -> logs.finish(pace);
        // Before the pace is closed, for which a signal waits.
        Closeable _ = source::withdraw) {
      source.enforce(file.settings().quotas());
      return serve(source, pace, file, plan, List.of(exporter, logs));
    }
  }

  private int recorded(
      Path recording,
      DeviceFilter devices,
      ConfigurationFile file,
      Plan plan,
      Exporter exporter,
      Optional<LogExport.Receiver> receiver)
      throws IOException {
    try (Playback playback = Playback.open(context, recording, Playback.Part.WHOLE, 1);
        LogExport logs = otlp.open(context, receiver, playback.host(), true);
        Closeable _ = () -> logs.finish(playback.pace())) {
      Pace pace = playback.pace();
      Source held = new HeldSource(playback.source(devices), context.clock(), pace::nanos);
      return serve(held, pace, file, plan, List.of(exporter, logs));
    }
  }

  private int serve(
      Source source, Pace pace, ConfigurationFile file, Plan plan, List<Feed.Listener> listeners)
      throws IOException {
    Inspector inspector = new Inspector(file.settings(), Detectors.all());
    EventReaderNotice reader = new EventReaderNotice(context.err(), true);
    LiveConfiguration live =
        file.follow(
            context.clock(),
            inspector,
            (settings, status) -> {
              source.enforce(settings.quotas());
              ConfigurationFile.tell(status, context.err());
            });
    List<Feed.Listener> all = new ArrayList<>(listeners);
    all.add(new EnforcementNotice(context.err()));
    all.add(reader);
    Feed feed = new Feed(source, inspector, Optional.of(live), all);
    new MonitorLoop(feed, new SilentReport(), context.out(), plan, pace, context.clock()).run();
    return reader.exitCode(ExitCode.OK);
  }
}
