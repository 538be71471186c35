// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.fleet;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.HelpOption;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.options.EnvironmentOptions;
import org.rdmamonitor.cli.options.MapOptions;
import org.rdmamonitor.cli.options.OptionValues;
import org.rdmamonitor.cli.options.ScreenSettings;
import org.rdmamonitor.cli.options.ThemeOptions;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ThisHost;
import org.rdmamonitor.cli.recordings.Moment;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.prometheus.FleetReader;
import org.rdmamonitor.render.FleetReport;
import org.rdmamonitor.render.json.FleetJson;
import org.rdmamonitor.render.text.FleetText;
import org.rdmamonitor.render.tui.FleetTui;
import org.rdmamonitor.render.tui.FleetView;
import org.rdmamonitor.render.tui.Tui;
import org.rdmamonitor.render.tui.TuiState;
import org.rdmamonitor.render.tui.terminal.Display;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows all hosts of a fleet, by way of a Prometheus server. */
@Command(
    name = "fleet",
    description = "Show all hosts that a Prometheus server scrapes 'export' of.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  rdma-monitor fleet --prometheus http://127.0.0.1:9090",
      "  rdma-monitor fleet --prometheus URL --host n1:19879 -j | jq .host",
      "  rdma-monitor fleet --prometheus URL --at \"2h ago\"",
      "  rdma-monitor fleet --prometheus URL --connections",
      "",
      "The manual is rdma-monitor-fleet(1)."
    },
    sortOptions = false)
public final class FleetCommand implements Callable<Integer> {
  /** The scrape interval of most servers. */
  private static final Duration INTERVAL = Duration.ofSeconds(15);

  private final ProcessContext context;

  @Spec private @Nullable CommandSpec spec;

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--host",
      paramLabel = "INSTANCE",
      description = "In text and JSON this host in detail too, by its name here.")
  private @Nullable String host;

  @Option(
      names = "--connections",
      description =
          "In text and JSON both ends of the connections too, and what takes both to see.")
  private boolean connections;

  @Mixin private MapOptions map = new MapOptions();

  @Option(
      names = {"-t", "--at"},
      paramLabel = "TIME",
      converter = Moment.Converter.class,
      description = "As it was then: '10m ago', 14:05[:30] of today, ISO 8601.")
  private @Nullable Moment at;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      converter = OptionValues.Interval.class,
      description = "Time between readings, from 0.1 (default: 15).")
  private @Nullable Duration interval;

  @Option(
      names = {"-n", "--iterations"},
      paramLabel = "N",
      converter = OptionValues.Readings.class,
      description = "End after N readings (default: 1, unless -i or -d is given, or on a screen).")
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

  @Mixin private ThemeOptions themes = new ThemeOptions();

  @SuppressWarnings("unused") // picocli acts on it
  @Mixin
  private HelpOption help = new HelpOption();

  /** The command, in a process. */
  public FleetCommand(ProcessContext context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException {
    CommandLine commandLine = Objects.requireNonNull(spec).commandLine();
    EnvironmentOptions options = new EnvironmentOptions(context.environment(), commandLine);
    map.check(commandLine, json);
    Optional<Instant> past = past(commandLine);
    try (FleetReader reader = new FleetReader(server.setup(context, options, commandLine));
        Pace pace = context.pace().get()) {
      if (isOnScreen()) {
        return onScreen(reader, pace, options, past);
      }
      boolean isOnce = interval == null && duration == null;
      Plan plan = plan(isOnce ? 1 : Long.MAX_VALUE);
      return new FleetLoop(
              context,
              reader,
              report(),
              plan,
              Optional.ofNullable(host),
              connections || map.isGiven(),
              past)
          .run(pace);
    }
  }

  /** As the monitor does it; a host in detail is asked for on a screen by its keys. */
  private boolean isOnScreen() {
    return !json
        && !batch
        && host == null
        && !connections
        && !map.isGiven()
        && ScreenSettings.isPossible(context);
  }

  private int onScreen(
      FleetReader reader, Pace pace, EnvironmentOptions options, Optional<Instant> past)
      throws IOException {
    Plan plan = plan(Long.MAX_VALUE);
    FleetSnapshot first = reader.read(past, context.clock().instant());
    Tui.Setting setting =
        new Tui.Setting(
            ThisHost.read(), context.clock().getZone(), context.directory(), themes.isPlain());
    try (Display display = ScreenSettings.display(context)) {
      FleetTui tui =
          new FleetTui(
              display,
              TuiState.start(FleetView.HOSTS, plan.interval(), themes.theme(context, options)),
              setting);
      tui.add(first);
      return new FleetScreenLoop(context, reader, tui, plan, past, first).run(pace);
    }
  }

  private Optional<Instant> past(CommandLine commandLine) {
    if (at == null) {
      return Optional.empty();
    }
    if (interval != null || iterations != null || duration != null) {
      throw new ParameterException(commandLine, "--at is a single moment: without -i, -n and -d");
    }
    ZoneId zone = context.clock().getZone();
    Instant now = context.clock().instant();
    Instant today = now.atZone(zone).toLocalDate().atStartOfDay(zone).toInstant();
    Instant moment = at.in(today, now, zone);
    if (moment.isAfter(now)) {
      throw new ParameterException(commandLine, "--at is in the future: " + moment);
    }
    return Optional.of(moment);
  }

  /**
   * When to read.
   *
   * @param usual readings, where no number is asked for
   */
  private Plan plan(long usual) {
    return new Plan(
        interval == null ? INTERVAL : interval,
        iterations == null ? usual : iterations,
        Optional.ofNullable(duration));
  }

  private FleetReport report() {
    if (map.isGiven()) {
      return (_, _, all) -> map.write(context.out(), all.orElseThrow().joined());
    }
    return json
        ? new FleetJson(context.out())
        : new FleetText(context.out(), context.clock().getZone());
  }
}
