// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.text;

import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetDevice;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetProblem;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostNames;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.fleet.join.FleetConnection;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.render.FleetReport;
import org.rdmamonitor.render.words.ConnectionWords;
import org.rdmamonitor.render.words.FleetWords;
import org.rdmamonitor.text.Columns;
import org.rdmamonitor.text.Printable;

/** A fleet as text: a line for each host, and one host in detail. */
public final class FleetText implements FleetReport {
  private static final List<Figure> OF_HOSTS =
      List.of(
          Figure.QP,
          Figure.PD,
          Figure.CQ,
          Figure.MR,
          Figure.CALLS,
          Figure.FAILED,
          Figure.REFUSED,
          Figure.BREACHES,
          Figure.CRITICAL,
          Figure.WARNING,
          Figure.NOTICE);
  private static final List<String> HOST_HEADINGS =
      List.of(
          "HOST",
          "STATE",
          "AGE",
          "QP",
          "PD",
          "CQ",
          "MR",
          "CALLS/s",
          "FAILED/s",
          "REFUSED/s",
          "BREACHES",
          "CRIT",
          "WARN",
          "NOTE");
  private static final String HOST_SIDES = "llrrrrrrrrrrrr";
  private static final List<Figure> OF_DEVICES =
      List.of(
          Figure.QP, Figure.MAX_QP, Figure.PD, Figure.CQ, Figure.MR, Figure.CALLS, Figure.FAILED);
  private static final List<String> DEVICE_HEADINGS =
      List.of("DEVICE", "QP", "MOST QP", "PD", "CQ", "MR", "CALLS/s", "FAILED/s");
  private static final String DEVICE_SIDES = "lrrrrrrr";
  private static final List<Figure> OF_CGROUPS =
      List.of(
          Figure.QP,
          Figure.PD,
          Figure.CQ,
          Figure.MR,
          Figure.MR_BYTES,
          Figure.CALLS,
          Figure.FAILED,
          Figure.REFUSED);
  private static final List<String> CGROUP_HEADINGS =
      List.of("QP", "PD", "CQ", "MR", "MR BYTES", "CALLS/s", "FAILED/s", "REFUSED/s", "CGROUP");
  private static final String CGROUP_SIDES = "rrrrrrrrl";
  private static final String PROBLEM_SIDES = "llrl";
  private static final List<String> CONNECTION_HEADINGS =
      Stream.of(List.of("TYPE"), EndCells.HEADINGS, List.of(""), EndCells.HEADINGS, List.of("PEER"))
          .flatMap(List::stream)
          .toList();
  private static final String CONNECTION_SIDES = "llrlllllrllll";

  private final Page page;

  /**
   * A report.
   *
   * @param out where it is written; it is not flushed
   * @param zone of the times
   */
  public FleetText(Appendable out, ZoneId zone) {
    this.page = new Page(out, new TextOptions(java.time.Duration.ZERO, zone, false, 0));
  }

  @Override
  public void reading(
      FleetSnapshot fleet, Optional<HostDetails> details, Optional<FleetConnections> connections)
      throws IOException {
    page.title(
        fleet.time(),
        "FLEET of %s, %s".formatted(Printable.of(fleet.server()), FleetWords.states(fleet)));
    HostNames names = HostNames.of(fleet);
    List<List<String>> rows = new ArrayList<>();
    rows.add(HOST_HEADINGS);
    for (FleetHost host : fleet.hosts()) {
      List<String> row = new ArrayList<>();
      row.add(Printable.of(names.of(host.id())));
      row.add(host.state().word());
      row.add(FleetWords.age(host, fleet.time()));
      figures(row, host.figures(), OF_HOSTS);
      rows.add(row);
    }
    List<String> lines = Columns.of(rows, HOST_SIDES).lines().toList();
    page.line(lines.getFirst());
    for (int i = 0; i < fleet.hosts().size(); i++) {
      page.line(lines.get(i + 1));
      String reason = fleet.hosts().get(i).reason();
      if (!reason.isEmpty()) {
        page.line("    " + Printable.of(reason));
      }
    }
    notes(fleet.notes());
    page.end();
    if (details.isPresent()) {
      details(fleet, details.get());
    }
    if (connections.isPresent()) {
      connections(connections.get());
    }
  }

  private void connections(FleetConnections connections) throws IOException {
    page.title(connections.time(), "CONNECTIONS, " + FleetWords.ends(connections));
    List<List<String>> rows = new ArrayList<>(List.of(CONNECTION_HEADINGS));
    for (FleetConnection connection : connections.connections()) {
      List<String> row = new ArrayList<>();
      row.add(ConnectionWords.type(connection.one().connection()));
      row.addAll(EndCells.of(connection.host(), connection.one()));
      row.add(connection.peer() == FleetConnection.Peer.KNOWN ? "--" : "->");
      row.addAll(
          connection
              .other()
              .map(other -> EndCells.of(connection.peerHost(), other))
              .orElseGet(() -> EndCells.ofPeer(connection.peerHost(), connection.one())));
      row.add(FleetWords.peer(connection));
      rows.add(row);
    }
    section(rows, CONNECTION_SIDES, "No host tells of a connection.");
    notes(connections.notes());
    page.end();
    new FindingsSection(page).write(connections.time(), connections.findings());
    if (connections.findingsLeftOut() > 0) {
      page.line("and %d more that found no room".formatted(connections.findingsLeftOut()));
    }
  }

  private void details(FleetSnapshot fleet, HostDetails details) throws IOException {
    page.title(fleet.time(), "HOST " + Printable.of(details.id().instance()));
    Optional<FleetHost> host = fleet.host(details.id()).filter(known -> !known.version().isEmpty());
    if (host.isPresent()) {
      page.line("Exporter: " + FleetWords.exporter(host.get()));
      page.line("");
    }
    List<List<String>> devices = new ArrayList<>(List.of(DEVICE_HEADINGS));
    for (FleetDevice device : details.devices()) {
      List<String> row = new ArrayList<>(List.of(Printable.of(device.name())));
      figures(row, device.figures(), OF_DEVICES);
      devices.add(row);
    }
    section(devices, DEVICE_SIDES, "No devices are known.");
    List<List<String>> cgroups = new ArrayList<>(List.of(CGROUP_HEADINGS));
    for (FleetCgroup cgroup : details.cgroups()) {
      List<String> row = new ArrayList<>();
      figures(row, cgroup.figures(), OF_CGROUPS);
      row.add(FleetWords.named(FleetWords.path(cgroup), cgroup.name()));
      cgroups.add(row);
    }
    section(cgroups, CGROUP_SIDES, "No cgroups are known.");
    List<List<String>> problems =
        new ArrayList<>(List.of(List.of("SEVERITY", "RULE", "COUNT", "CGROUP")));
    for (FleetProblem problem : details.problems()) {
      problems.add(
          List.of(
              Printable.of(problem.severity()),
              Printable.of(problem.rule()),
              Long.toString(Math.round(problem.count())),
              problem.cgroup().isEmpty()
                  ? FleetWords.UNKNOWN
                  : FleetWords.named(Printable.of(problem.cgroup()), problem.name())));
    }
    HostState state = fleet.state(details.id());
    section(
        problems,
        PROBLEM_SIDES,
        state.isFresh()
            ? "No limit is exceeded, and nothing was found."
            : FleetWords.unknownProblems(state));
    notes(details.notes());
    page.end();
  }

  private void section(List<List<String>> rows, String sides, String nothing) throws IOException {
    page.line(rows.size() == 1 ? nothing : Columns.of(rows, sides).stripTrailing());
    page.line("");
  }

  private void notes(List<String> notes) throws IOException {
    for (String note : FleetWords.notes(notes)) {
      page.line("Note: " + note);
    }
  }

  private static void figures(List<String> row, FigureSet figures, List<Figure> wanted) {
    wanted.forEach(figure -> row.add(FleetWords.figure(figures, figure)));
  }
}
