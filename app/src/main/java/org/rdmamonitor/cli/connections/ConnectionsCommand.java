// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.connections;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.EventReaderNotice;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.MonitorLoop;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.KernelSettings;
import org.rdmamonitor.cli.options.ProbesNotice;
import org.rdmamonitor.cli.options.Schedule;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.recordings.Moment;
import org.rdmamonitor.cli.recordings.Playback;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.policy.Inspector;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.render.json.ConnectionJson;
import org.rdmamonitor.render.text.ConnectionText;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Who talks to whom: the queue pairs with both their ends. */
@Command(
    name = "connections",
    description = "List queue pairs with both their ends: who talks to whom.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  sudo rdma-monitor connections -i 5              a list every 5 seconds",
      "  rdma-monitor connections --replay night.rec --peer 10.1.0.7 -j"
    },
    sortOptions = false)
public final class ConnectionsCommand implements Callable<Integer> {
  /** Of a recording: as it was at its end. */
  private static final Moment END = (begin, end, zone) -> end;

  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private FilterOptions filter = new FilterOptions();

  @Option(names = "--psn", description = "Packet sequence numbers too, not only if they are set.")
  private boolean psn;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each.")
  private boolean json;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Those of a recording, at its end.")
  private @Nullable Path replay;

  @Option(
      names = {"-t", "--at"},
      paramLabel = "TIME",
      converter = Moment.Converter.class,
      description = "At this time of the recording, as with 'replay'.")
  private @Nullable Moment at;

  @Mixin private Schedule schedule = new Schedule();

  @Mixin private KernelSettings kernel = new KernelSettings();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /** The command, in a process. */
  public ConnectionsCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Objects.requireNonNull(spec);
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), command.commandLine());
    KernelOptions watched = kernel.of(context, options);
    if (replay != null) {
      Moment moment = at == null ? END : at;
      try (Playback playback = Playback.open(context, replay, new Playback.Part(moment, null))) {
        Feed feed = Feed.of(playback.source(watched.devices()), new Inspector(Limits.UNLIMITED));
        playback.report(feed, report(), schedule.onceRecorded(playback.interval()));
      }
      return ExitCode.OK;
    }
    if (at != null) {
      throw new ParameterException(command.commandLine(), "--at goes with --replay");
    }
    ProbesNotice.ofConnections(watched, context.err());
    EventReaderNotice reader = new EventReaderNotice(context.err(), true);
    try (Source source = context.source().apply(watched);
        Pace pace = context.pace().get()) {
      Feed feed = Feed.of(source, new Inspector(Limits.UNLIMITED), reader);
      new MonitorLoop(
              feed, report(), context.out(), schedule.onceLive(options), pace, context.clock())
          .run();
    }
    return reader.exitCode(ExitCode.OK);
  }

  private Report report() {
    return json
        ? new ConnectionJson(context.out(), filter.filter(), psn)
        : new ConnectionText(context.out(), context.clock().getZone(), filter.filter(), psn);
  }
}
