// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.fleet.join.FleetConnection;
import org.rdmamonitor.fleet.join.FleetConnection.Peer;
import org.rdmamonitor.fleet.join.FleetConnections;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;
import org.rdmamonitor.units.Times;

/** How hosts and their figures are told; what is not known is a dash. */
public final class FleetWords {
  /** Stands for what is not known. */
  public static final String UNKNOWN = "-";

  private FleetWords() {}

  /** A figure of a host, a device or a cgroup. */
  public static String figure(FigureSet figures, Figure figure) {
    OptionalDouble value = figures.of(figure);
    if (value.isEmpty()) {
      return UNKNOWN;
    }
    return switch (figure) {
      case CALLS, FAILED, REFUSED -> Figures.rate(value.getAsDouble());
      case MR_BYTES -> Bytes.compact(Math.round(value.getAsDouble()));
      case SCRAPE_SECONDS -> Times.text(Math.round(value.getAsDouble() * 1e9));
      case QP, PD, CQ, MR, MAX_QP, BREACHES, CRITICAL, WARNING, NOTICE, RESTARTS ->
          Long.toString(Math.round(value.getAsDouble()));
    };
  }

  /** How old a host's figures are. */
  public static String age(FleetHost host, Instant now) {
    return host.age(now).map(Times::span).orElse(UNKNOWN);
  }

  /** What is known of a host's exporter. */
  public static String exporter(FleetHost host) {
    return "version %s, started anew %s times, scraped in %s"
        .formatted(
            Printable.of(host.version()),
            figure(host.figures(), Figure.RESTARTS),
            figure(host.figures(), Figure.SCRAPE_SECONDS));
  }

  /** Told of a host without breaches and findings whose figures are not current. */
  public static String unknownProblems(HostState state) {
    return "What is exceeded or was found there is not known: the host is %s."
        .formatted(state.word());
  }

  /** The path of a cgroup, printable; what has none are limits of the host. */
  public static String path(FleetCgroup cgroup) {
    return cgroup.path().isEmpty() ? "(limits of the host)" : Printable.of(cgroup.path());
  }

  /** A printable path, with the name of what it belongs to: {@code /a.slice (docker 0123)}. */
  public static String named(String path, String name) {
    return name.isEmpty() ? path : "%s (%s)".formatted(path, Printable.of(name));
  }

  /** {@code missing: n2 has no such connection}; {@code known}. */
  public static String peer(FleetConnection connection) {
    String word = connection.peer().word();
    return connection.reason().isEmpty() ? word : word + ": " + Printable.of(connection.reason());
  }

  /** How many connections there are, and of which the other end is not known or missing. */
  public static String ends(FleetConnections connections) {
    return "%d with both ends, %d with one: missing %d, unknown %d"
        .formatted(
            connections.count(Peer.KNOWN),
            connections.count(Peer.MISSING) + connections.count(Peer.UNKNOWN),
            connections.count(Peer.MISSING),
            connections.count(Peer.UNKNOWN));
  }

  /** How many hosts there are, and in which states: {@code 3 hosts: 1 down, 2 up}. */
  public static String states(FleetSnapshot fleet) {
    int hosts = fleet.hosts().size();
    return hosts
        + (hosts == 1 ? " host: " : " hosts: ")
        + fleet.byState().entrySet().stream()
            .map(entry -> entry.getValue() + " " + entry.getKey().word())
            .collect(Collectors.joining(", "));
  }

  /** The reasons of the server's answers, printable. */
  public static List<String> notes(List<String> notes) {
    return notes.stream().map(Printable::of).toList();
  }
}
