// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.http.HttpConfig;

/**
 * Reads hosts from a Prometheus server, one query after the other, all for the same moment. To be
 * used by one thread at a time.
 */
public final class FleetReader implements AutoCloseable {
  /** The limit: a larger fleet needs more than one screen and more than one server. */
  public static final int MOST_HOSTS = 20_000;

  private final Setup setup;
  private final PrometheusClient client;
  private final FleetQueries queries;

  /** Why hosts could not be scraped; has the hosts that were failing when this was last asked. */
  private Map<HostId, String> failures = Map.of();

  /**
   * What to read, and from where.
   *
   * @param server its address
   * @param http how to talk to it
   * @param job a regular expression of scrape jobs; empty for all that rdma-monitor is recognized
   *     by
   * @param window for rates: four scrape intervals or more
   * @param lookback how far back to look for restarts, history, and hosts that no longer exist
   * @param stale the age from which figures count as stale
   * @param timeout for each query
   */
  public record Setup(
      URI server,
      HttpConfig http,
      Optional<String> job,
      Duration window,
      Duration lookback,
      Duration stale,
      Duration timeout) {}

  /**
   * A reader. Sends no request yet.
   *
   * @throws PrometheusException if TLS cannot be set up
   */
  public FleetReader(Setup setup) throws PrometheusException {
    this.setup = setup;
    this.client = new PrometheusClient(setup.server(), setup.http(), setup.timeout());
    this.queries = new FleetQueries(setup.job(), setup.window(), setup.lookback());
  }

  /**
   * Parses the address of a server: http or https, a host, and optionally a port and a path.
   *
   * @throws URISyntaxException with what is wrong with it
   */
  public static URI address(String url) throws URISyntaxException {
    return PrometheusClient.address(url);
  }

  /**
   * All hosts at a moment.
   *
   * @param past the moment; empty for now, by the server's clock, which may differ from this host's
   * @param here the time by this host's clock, used if the server does not tell its own
   * @throws PrometheusException if the server cannot be asked, or knows no hosts or too many
   */
  public FleetSnapshot read(Optional<Instant> past, Instant here) throws PrometheusException {
    Hosts hosts = new Hosts();
    hosts.find(queries.up(), past, (clue, labels, value) -> clue.up = value);
    Instant time = past.orElseGet(() -> hosts.time == null ? here : hosts.time);
    hosts.find(
        queries.lastReading(),
        Optional.of(time),
        (clue, labels, value) -> clue.lastReading = value);
    if (hosts.clues.isEmpty()) {
      throw new PrometheusException(
          "%s knows no host with rdma-monitor: it has to scrape 'rdma-monitor export', in a job"
                  .formatted(setup.server())
              + " that --job names");
    }
    hosts.add(queries.version(), time, HostClues::version);
    hosts.add(queries.resources(), time, HostClues::resources);
    hosts.add(queries.impossible(), time, HostClues::impossible);
    hosts.add(queries.calls(), time, HostClues::calls);
    hosts.add(queries.refused(), time, HostClues.as(Figure.REFUSED));
    hosts.add(queries.breaches(), time, HostClues.adding(Figure.BREACHES));
    hosts.add(queries.cgroupBreaches(), time, HostClues.adding(Figure.BREACHES));
    hosts.add(queries.findings(), time, HostClues::findings);
    hosts.add(queries.restarts(), time, HostClues.as(Figure.RESTARTS));
    hosts.add(queries.backwards(), time, HostClues::backwards);
    hosts.add(queries.scrapes(), time, HostClues.as(Figure.SCRAPE_SECONDS));
    if (past.isEmpty()) {
      findFailures(hosts);
    }
    Map<HostId, String> reasons = past.isEmpty() ? failures : Map.of();
    List<FleetHost> judged = new ArrayList<>();
    hosts.clues.forEach((id, clue) ->
        judged.add(clue.evidence(reasons.getOrDefault(id, "")).judged(id, time, setup.stale())));
    return new FleetSnapshot(time, setup.server().toString(), judged, List.copyOf(hosts.notes));
  }

  /**
   * One host of a reading in detail, and its history up to the moment of the reading.
   *
   * @param instance the host's name
   * @throws PrometheusException if there is no such host or more than one, or the server cannot be
   *     asked
   */
  public HostDetails details(FleetSnapshot fleet, String instance) throws PrometheusException {
    List<HostId> found =
        fleet.hosts().stream()
            .map(FleetHost::id)
            .filter(id -> id.instance().equals(instance))
            .toList();
    if (found.size() != 1) {
      throw new PrometheusException(
          found.isEmpty()
              ? "there is no host %s; without --host all are listed".formatted(instance)
              : "there are %d hosts %s; --job tells them apart".formatted(found.size(), instance));
    }
    return details(found.getFirst(), fleet.time());
  }

  /**
   * A host in detail at a moment, and its history up to then.
   *
   * @throws PrometheusException if the server cannot be asked
   */
  public HostDetails details(HostId host, Instant time) throws PrometheusException {
    return new HostReader(client, queries.of(host), setup.lookback()).read(host, time);
  }

  /**
   * What the hosts of a reading report about their connections at the moment of the reading.
   *
   * @param notes receives what could not be found out, and the server's warnings
   * @throws PrometheusException if the server cannot be asked
   */
  public List<HostConnections> connections(FleetSnapshot fleet, Set<String> notes)
      throws PrometheusException {
    return new ConnectionReader(client, queries).read(fleet, notes);
  }

  /** Takes what a series says about a host. */
  interface Clue {
    void add(HostClues clues, Map<String, String> labels, double value);
  }

  /** The hosts of a reading while it is being made. */
  private final class Hosts {
    final Map<HostId, HostClues> clues = new TreeMap<>();
    final Set<String> notes = new LinkedHashSet<>();
    @Nullable Instant time;

    /** Sends a query whose answer says which hosts there are. */
    void find(String query, Optional<Instant> at, Clue clue) throws PrometheusException {
      take(query, at, clue, id -> clues.computeIfAbsent(id, _ -> new HostClues()));
      if (clues.size() > MOST_HOSTS) {
        throw new PrometheusException(
            "%s knows more than %d hosts; --job takes a part of them"
                .formatted(setup.server(), MOST_HOSTS));
      }
    }

    /**
     * Sends a query about hosts, and ignores in its answer hosts that {@link #find} has not found.
     */
    void add(String query, Instant at, Clue clue) throws PrometheusException {
      take(query, Optional.of(at), clue, clues::get);
    }

    private void take(
        String query, Optional<Instant> at, Clue clue, Function<HostId, @Nullable HostClues> whose)
        throws PrometheusException {
      notes.addAll(
          client.query(
              query,
              at,
              (labels, point) -> {
                time = Instant.ofEpochMilli(Math.round(point.time() * 1e3));
                HostClues host = whose.apply(id(labels));
                if (host != null) {
                  clue.add(host, labels, point.value());
                }
                return clues.size() <= MOST_HOSTS;
              }));
    }
  }

  static HostId id(Map<String, String> labels) {
    return new HostId(labels.getOrDefault("job", ""), labels.getOrDefault("instance", ""));
  }

  /**
   * Finds out why targets fail. Asks the server only if other targets fail than when it was last
   * asked.
   */
  private void findFailures(Hosts hosts) {
    Set<HostId> failing = new LinkedHashSet<>();
    hosts.clues.forEach((id, clue) -> {
      if (clue.up == 0) {
        failing.add(id);
      }
    });
    if (failures.keySet().equals(failing)) {
      return;
    }
    Map<HostId, String> found = new HashMap<>();
    failing.forEach(id -> found.put(id, ""));
    try {
      client.targets((labels, lastError) -> {
        if (!lastError.isEmpty()) {
          found.replace(id(labels), lastError);
        }
      });
    } catch (PrometheusException e) {
      hosts.notes.add("why hosts are down is not known: " + e.getMessage());
    }
    failures = found;
  }

  @Override
  public void close() {
    client.close();
  }
}
