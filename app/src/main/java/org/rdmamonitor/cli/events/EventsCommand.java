// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.events;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.common.ProcessId;
import org.rdmamonitor.cli.loop.LogExport;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.KernelSettings;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.options.OtlpOptions;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ThisHost;
import org.rdmamonitor.cli.recordings.Moment;
import org.rdmamonitor.cli.recordings.Playback;
import org.rdmamonitor.model.CallFilter;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.render.EventLog;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.json.EventJson;
import org.rdmamonitor.render.text.EventText;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The log of finished calls, asynchronous events and bad completions. */
@Command(
    name = "events",
    description = "Print every control-path call as it returns, and every asynchronous event.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  sudo rdma-monitor events --errno any           every call that fails",
      "  sudo rdma-monitor events --event any            what devices and RDMA-CM tell",
      "  rdma-monitor events --replay night.rec -j --verb QP_MODIFY | jq .state"
    },
    sortOptions = false)
public final class EventsCommand implements Callable<Integer> {
  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--verb",
      paramLabel = "VERB",
      split = ",",
      description = "Only these calls: QP_CREATE,MR_REG ...")
  private List<Verb> verbs = List.of();

  @Option(
      names = "--event",
      paramLabel = "EVENT",
      split = ",",
      converter = EventValues.Asynchronous.class,
      description =
          "Only these asynchronous events or bad completions: QP_FATAL,RETRY_EXC_ERR ..., or any.")
  private List<Predicate<AsyncEvent>> events = List.of();

  @Option(
      names = {"-p", "--pid"},
      paramLabel = "PID",
      converter = ProcessId.class,
      description = "Only those of this process, or of its objects.")
  private @Nullable Integer pid;

  @Option(
      names = "--cgroup",
      paramLabel = "PATH|NAME",
      description =
          "Only those made in this cgroup or below it, or of objects there; or of this pod,"
              + " container or job.")
  private @Nullable String cgroup;

  @Option(names = "--device", paramLabel = "DEVICE", description = "Only those to this device.")
  private @Nullable String device;

  @Option(
      names = "--errno",
      paramLabel = "ERROR",
      converter = EventValues.Result.class,
      description = "Only calls that fail so: ENOMEM, 12, or any.")
  private @Nullable IntPredicate errno;

  @Option(
      names = "--min-duration",
      paramLabel = "TIME",
      converter = EventValues.Time.class,
      description = "Only calls that take as long: 5ms, 800us.")
  private @Nullable Duration least;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      converter = OptionValues.Readings.class,
      description = "End after N calls or events.")
  private @Nullable Long count;

  @Option(
      names = {"-d", "--duration"},
      paramLabel = "SECONDS",
      converter = OptionValues.Span.class,
      description = "End after this time.")
  private @Nullable Duration duration;

  @Option(
      names = {"-j", "--json"},
      description = "One JSON object on a line for each of them.")
  private boolean json;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "Those of a recording, without waiting.")
  private @Nullable Path replay;

  @Option(
      names = {"-t", "--at"},
      paramLabel = "TIME",
      converter = Moment.Converter.class,
      description = "Begin the recording there, as with 'replay'.")
  private @Nullable Moment at;

  @Mixin private OtlpOptions otlp = new OtlpOptions();

  @Mixin private KernelSettings kernel = new KernelSettings();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  public EventsCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    CommandSpec command = Objects.requireNonNull(spec);
    EnvironmentOptions options =
        new EnvironmentOptions(context.environment(), command.commandLine());
    Optional<LogExport.Receiver> receiver = otlp.of(context, options, command.commandLine());
    KernelOptions watched = kernel.of(context, options);
    if (replay != null) {
      try (Playback playback = Playback.open(context, replay, new Playback.Part(at, null));
          LogExport logs = logs(receiver, playback.host());
          Closeable _ = () -> logs.finish(playback.pace())) {
        logs.takeTime(playback.pace());
        boolean ignored = run(playback.source(watched.devices()), playback.pace(), logs);
      }
      return ExitCode.OK;
    }
    if (at != null) {
      throw new ParameterException(command.commandLine(), "--at goes with --replay");
    }
    try (LogExport logs = logs(receiver, ThisHost.read());
        Source source = context.source().apply(watched);
        Pace pace = context.pace().get();
        Closeable _ = () -> logs.finish(pace)) {
      return run(source, pace, logs) ? ExitCode.OK : ExitCode.RUNTIME;
    }
  }

  private LogExport logs(Optional<LogExport.Receiver> receiver, Host host) throws IOException {
    return LogExport.open(context, receiver, host.name(), true, true);
  }

  /** Whether events were read to the end. */
  private boolean run(Source source, Pace pace, LogExport logs) throws IOException {
    EventLog log =
        json
            ? new EventJson(context.out())
            : new EventText(context.out(), context.clock().getZone());
    return new EventLoop(
            source, pace, filter(), new SentEvents(log, logs), context.out(), context.err())
        .run(count == null ? Long.MAX_VALUE : count, Optional.ofNullable(duration));
  }

  private CallFilter filter() {
    Set<Verb> wanted = EnumSet.noneOf(Verb.class);
    wanted.addAll(verbs);
    return new CallFilter(
        wanted,
        events,
        pid == null ? OptionalInt.empty() : OptionalInt.of(pid),
        Optional.ofNullable(cgroup),
        Optional.ofNullable(device),
        errno == null ? result -> true : errno,
        least == null ? Duration.ZERO : least);
  }
}
