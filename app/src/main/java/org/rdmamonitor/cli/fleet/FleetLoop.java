// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.fleet;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.rdmamonitor.cli.common.ExitCode;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.prometheus.FleetReader;
import org.rdmamonitor.fleet.prometheus.PrometheusException;
import org.rdmamonitor.render.FleetReport;

/**
 * Reads the fleet at once and then at every interval, and reports each reading. If the server fails
 * after the first reading, says so on standard error and asks again at the next interval.
 */
final class FleetLoop {
  private final ProcessContext context;
  private final FleetReader reader;
  private final FleetReport report;
  private final Plan plan;
  private final Optional<String> host;
  private final boolean connections;
  private final Optional<Instant> past;

  /**
   * A loop.
   *
   * @param host whose details are wanted, by its instance
   * @param connections whether those of all hosts are wanted
   * @param past the moment to read, instead of the present
   */
  FleetLoop(
      ProcessContext context,
      FleetReader reader,
      FleetReport report,
      Plan plan,
      Optional<String> host,
      boolean connections,
      Optional<Instant> past) {
    this.context = context;
    this.reader = reader;
    this.report = report;
    this.plan = plan;
    this.host = host;
    this.connections = connections;
    this.past = past;
  }

  /**
   * Runs until the plan is fulfilled or the user asks to stop.
   *
   * @return the exit code: whether the last reading succeeded
   * @throws PrometheusException if the first reading fails
   * @throws IOException if the report cannot be written
   */
  int run(Pace pace) throws IOException {
    long start = pace.nanos();
    read();
    int exitCode = ExitCode.OK;
    for (long done = 1; done < plan.readings(); done++) {
      long due = plan.dueAfter(pace.nanos() - start);
      if (due > plan.end() || !pace.waitUntil(start + due)) {
        return exitCode;
      }
      exitCode = readAgain();
    }
    return exitCode;
  }

  private int readAgain() throws IOException {
    try {
      read();
      return ExitCode.OK;
    } catch (PrometheusException e) {
      context.err().println("rdma-monitor: " + e.getMessage());
      return ExitCode.RUNTIME;
    }
  }

  private void read() throws IOException {
    FleetSnapshot fleet = reader.read(past, context.clock().instant());
    Optional<HostDetails> details =
        host.isPresent() ? Optional.of(reader.details(fleet, host.get())) : Optional.empty();
    report.reading(
        fleet,
        details,
        connections ? Optional.of(FleetEnds.read(reader, fleet)) : Optional.empty());
    context.out().flush();
  }
}
