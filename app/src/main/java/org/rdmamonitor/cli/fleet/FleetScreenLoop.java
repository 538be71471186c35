// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.fleet;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.fleet.prometheus.FleetReader;
import org.rdmamonitor.fleet.prometheus.PrometheusException;
import org.rdmamonitor.render.tui.FleetTui;

/**
 * Shows a fleet on a screen. The server is asked on a thread of its own, one question at a time,
 * while this thread handles the keys; so a slow server does not make the screen slow.
 */
final class FleetScreenLoop {
  /**
   * How long a key waits at most: too short for a person to notice, and long enough to cost little.
   */
  private static final long TICK = Duration.ofMillis(40).toNanos();

  private final ProcessContext context;
  private final FleetReader reader;
  private final FleetTui tui;
  private final Plan plan;
  private final Optional<Instant> past;

  private @Nullable Future<Read> asked;
  private long readings = 1;
  private Optional<HostId> known = Optional.empty();
  private FleetSnapshot fleet;
  private boolean knowsConnections;

  /** What was read: all hosts, the details of one, or the connections of all. */
  private sealed interface Read {}

  private record Hosts(FleetSnapshot fleet) implements Read {}

  private record OneHost(HostDetails details) implements Read {}

  private record Connections(FleetConnections all) implements Read {}

  /**
   * A loop over a screen that has a first reading already.
   *
   * @param past the moment to show, instead of the present
   * @param first that reading
   */
  FleetScreenLoop(
      ProcessContext context,
      FleetReader reader,
      FleetTui tui,
      Plan plan,
      Optional<Instant> past,
      FleetSnapshot first) {
    this.context = context;
    this.reader = reader;
    this.tui = tui;
    this.plan = plan;
    this.past = past;
    this.fleet = first;
  }

  /**
   * Runs until the person quits, the plan is fulfilled or a signal comes.
   *
   * @return the exit code
   * @throws IOException if the terminal fails
   */
  int run(Pace pace) throws IOException {
    try (ExecutorService asking =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("fleet-reader").factory())) {
      try {
        return follow(pace, asking);
      } finally {
        // Nobody waits for the answer any more.
        asking.shutdownNow();
      }
    }
  }

  private int follow(Pace pace, ExecutorService asking) throws IOException {
    long start = pace.nanos();
    long end =
        plan.duration()
            .map(duration -> start + duration.toNanos())
            .orElse(start + Long.MAX_VALUE / 2);
    long due = start + tui.interval().toNanos();
    while (true) {
      take();
      switch (tui.attend()) {
        case STAY -> {}
        case QUIT -> {
          return ExitCode.OK;
        }
        case INTERRUPT -> {
          return ExitCode.INTERRUPTED;
        }
      }
      long now = pace.nanos();
      if (readings >= plan.readings() || now >= end || !pace.waitUntil(now + TICK)) {
        return ExitCode.OK;
      }
      if (asked == null) {
        // Details come first, so that they are asked for however short the interval is.
        asked = askForDetails(asking);
      }
      if (asked == null) {
        asked = askForConnections(asking);
      }
      if (asked == null && past.isEmpty() && pace.nanos() >= due) {
        due = pace.nanos() + tui.interval().toNanos();
        asked = asking.submit(() -> new Hosts(reader.read(past, context.clock().instant())));
        known = Optional.empty();
        knowsConnections = false;
      }
    }
  }

  /** Asks for the details of the chosen host, unless they are known or not on the screen. */
  private @Nullable Future<Read> askForDetails(ExecutorService asking) {
    Optional<HostId> host = tui.host();
    if (host.isEmpty() || !tui.wantsDetails() || host.equals(known)) {
      return null;
    }
    known = host;
    Instant at = fleet.time();
    return asking.submit(() -> new OneHost(reader.details(host.get(), at)));
  }

  /** Asks for the connections, unless they are known or not on the screen. */
  private @Nullable Future<Read> askForConnections(ExecutorService asking) {
    if (knowsConnections || !tui.wantsConnections()) {
      return null;
    }
    knowsConnections = true;
    FleetSnapshot of = fleet;
    return asking.submit(() -> new Connections(FleetEnds.read(reader, of)));
  }

  /** Takes in the server's answer, if it has come. */
  private void take() {
    Future<Read> answer = asked;
    if (answer == null || !answer.isDone()) {
      return;
    }
    asked = null;
    try {
      switch (answer.get()) {
        case Hosts hosts -> {
          tui.add(hosts.fleet());
          fleet = hosts.fleet();
          readings++;
        }
        case OneHost host -> tui.add(host.details());
        case Connections connections -> tui.add(connections.all());
      }
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof PrometheusException)) {
        throw new IllegalStateException(e.getCause());
      }
      tui.failed(String.valueOf(e.getCause().getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
