// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.EventReaderNotice;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.MonitorLoop;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.KernelSettings;
import org.rdmamonitor.cli.options.ProbesNotice;
import org.rdmamonitor.cli.options.Schedule;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.render.SilentReport;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The monitor, writing to a file all that it sees. */
@Command(
    name = "record",
    description = "Record all that is seen, for 'replay', 'events', 'dump' and 'diff'.",
    sortOptions = false)
public final class RecordCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "Where to. It must not exist yet.")
  private @Nullable Path file;

  @Option(names = "--force", description = "Put a new file in the place of FILE.")
  private boolean force;

  @Mixin private Schedule schedule = new Schedule();

  @Mixin private KernelSettings kernel = new KernelSettings();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  public RecordCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), Objects.requireNonNull(spec).commandLine());
    Plan plan = schedule.live(options);
    Path named = Objects.requireNonNull(file);
    KernelOptions watched = kernel.of(context, options);
    ProbesNotice.ofConnections(watched, context.err());
    EventReaderNotice reader = new EventReaderNotice(context.err(), true);
    try (Source source = context.source().apply(watched);
        Pace pace = context.pace().get()) {
      Recorder recorder = Recorder.to(context, Optional.of(named), force, plan.interval());
      try (recorder) {
        Feed feed = Feed.of(source, new Inspector(Limits.UNLIMITED), recorder, reader);
        new MonitorLoop(feed, new SilentReport(), context.out(), plan, pace, context.clock()).run();
      }
      context.err().println("rdma-monitor: %s: %s".formatted(named, recorder.summary()));
    }
    return reader.exitCode(ExitCode.OK);
  }
}
