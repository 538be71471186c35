// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.ListedConnection;

/** Reads, for one moment, what all hosts report about their connections. */
final class ConnectionReader {
  /**
   * The most connection ends, of all hosts together; each takes about a kilobyte when they are
   * joined.
   */
  static final int MOST_ENDS = 1 << 16;

  /** The most addresses, of all hosts together. */
  private static final int MOST_ADDRESSES = 1 << 16;

  private static final double LAST_TIME = 7.3e9;

  private final PrometheusClient client;
  private final FleetQueries queries;

  /** Keeps one copy of each text that occurs again and again: devices, cgroups, addresses. */
  private final Map<String, String> texts = new HashMap<>();

  private final Map<HostId, Told> hosts = new TreeMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private int ends;
  private int addresses;
  private boolean isCut;

  /** What one host reports. */
  private static final class Told {
    private @Nullable Instant begin;
    private long leftOut;
    private final Set<String> addresses = new HashSet<>();
    private final List<ListedConnection> ends = new ArrayList<>();
    private final List<ListedConnection> gone = new ArrayList<>();
    private final Set<Pair> there = new HashSet<>();
  }

  /** What identifies a connection, whatever its state. */
  private record Pair(String device, int number, int peer) {}

  ConnectionReader(PrometheusClient client, FleetQueries queries) {
    this.client = client;
    this.queries = queries;
  }

  /**
   * What the hosts of a reading report.
   *
   * @param given receives notes on what could not be found out
   */
  List<HostConnections> read(FleetSnapshot fleet, Set<String> given) throws PrometheusException {
    for (FleetHost host : fleet.hosts()) {
      hosts.put(host.id(), new Told());
    }
    Instant time = fleet.time();
    ask(
        queries.connectionsBegin(),
        time,
        (host, labels, value) -> host.begin = time(value).orElse(null));
    ask(
        queries.connectionsLeftOut(),
        time,
        (host, labels, value) -> host.leftOut = Figure.isCount(value) ? (long) value : 1);
    ask(queries.addresses(), time, this::address);
    ask(queries.connections(), time, this::end);
    ask(queries.goneConnections(), time, this::gone);
    if (isCut) {
      notes.add("there are more than %d ends of connections, or addresses".formatted(MOST_ENDS));
    }
    given.addAll(notes);
    List<HostConnections> all = new ArrayList<>();
    hosts.forEach((id, told) ->
        all.add(
            new HostConnections(
                id,
                Optional.ofNullable(told.begin),
                isCut ? Math.max(1, told.leftOut) : told.leftOut,
                told.addresses,
                told.ends,
                told.gone)));
    return all;
  }

  private interface Taker {
    void take(Told host, Map<String, String> labels, double value);
  }

  private void ask(String query, Instant time, Taker taker) throws PrometheusException {
    notes.addAll(
        client.query(
            query,
            Optional.of(time),
            (labels, point) -> {
              Told host = hosts.get(FleetReader.id(labels));
              if (host != null) {
                taker.take(host, labels, point.value());
              }
              return !isCut;
            }));
  }

  private void address(Told host, Map<String, String> labels, double value) {
    if (addresses == MOST_ADDRESSES) {
      isCut = true;
      return;
    }
    addresses++;
    host.addresses.add(text(labels, "address"));
  }

  private void end(Told host, Map<String, String> labels, double value) {
    Optional<ListedConnection> end = end(labels, value);
    if (end.isEmpty()) {
      host.leftOut++;
      notes.add("a host tells of a connection that has no numbers or no time");
    } else if (hasRoom()) {
      host.ends.add(end.get());
      host.there.add(pair(end.get()));
    }
  }

  /**
   * A series also ends when the connection changes its state, because the state is a label. So an
   * end that is there in another state is not gone.
   */
  private void gone(Told host, Map<String, String> labels, double value) {
    end(labels, value)
        .filter(end -> !host.there.contains(pair(end)) && hasRoom())
        .ifPresent(host.gone::add);
  }

  private static Pair pair(ListedConnection end) {
    return new Pair(end.device(), end.number(), end.peerNumber());
  }

  private boolean hasRoom() {
    isCut |= ends == MOST_ENDS;
    ends += isCut ? 0 : 1;
    return !isCut;
  }

  private Optional<ListedConnection> end(Map<String, String> labels, double value) {
    OptionalInt number = number(labels, "qp");
    OptionalInt peer = number(labels, "peer_qp");
    Optional<Instant> since = time(value);
    if (number.isEmpty() || peer.isEmpty() || since.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ListedConnection(
            text(labels, "device"),
            number(labels, "port"),
            number.getAsInt(),
            text(labels, "type"),
            text(labels, "transport"),
            text(labels, "state"),
            text(labels, "address"),
            text(labels, "peer_address"),
            peer.getAsInt(),
            number(labels, "path_mtu"),
            number(labels, "traffic_class"),
            number(labels, "service_level"),
            text(labels, "cgroup"),
            number(labels, "pid").orElse(0),
            text(labels, "comm"),
            since.get()));
  }

  private String text(Map<String, String> labels, String name) {
    return texts.computeIfAbsent(labels.getOrDefault(name, ""), text -> text);
  }

  /** An unsigned 32-bit number. */
  private static OptionalInt number(Map<String, String> labels, String name) {
    String text = labels.getOrDefault(name, "");
    if (!text.matches("[0-9]{1,10}")) {
      return OptionalInt.empty();
    }
    long number = Long.parseLong(text);
    return number <= 0xffff_ffffL ? OptionalInt.of((int) number) : OptionalInt.empty();
  }

  private static Optional<Instant> time(double seconds) {
    return seconds > 0 && seconds < LAST_TIME
        ? Optional.of(Instant.ofEpochMilli(Math.round(seconds * 1e3)))
        : Optional.empty();
  }
}
