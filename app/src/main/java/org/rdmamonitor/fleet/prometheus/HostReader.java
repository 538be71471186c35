// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetDevice;
import org.rdmamonitor.fleet.FleetProblem;
import org.rdmamonitor.fleet.FleetProblem.Kind;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostHistory;
import org.rdmamonitor.fleet.HostId;

/** Reads the details of one host, for one moment. */
final class HostReader {
  /** How many points a history has. */
  static final int POINTS = 60;

  /**
   * The most rows of a kind. An exporter can have that many cgroups, and a host that many devices.
   */
  private static final int MOST_ROWS = 2048;

  private final PrometheusClient client;
  private final FleetQueries.OfHost queries;
  private final Duration lookback;
  private final Set<String> notes = new LinkedHashSet<>();

  HostReader(PrometheusClient client, FleetQueries.OfHost queries, Duration lookback) {
    this.client = client;
    this.queries = queries;
    this.lookback = lookback;
  }

  HostDetails read(HostId host, Instant time) throws PrometheusException {
    Map<String, Map<Figure, Double>> devices = new HashMap<>();
    rows(queries.resources(), time, "device", devices, HostClues::resource);
    rows(queries.most(), time, "device", devices, (row, labels, n) -> row.put(Figure.MAX_QP, n));
    rows(queries.calls(), time, "device", devices, HostClues::calls);
    Map<String, Map<Figure, Double>> cgroups = new HashMap<>();
    rows(queries.cgroupResources(), time, "cgroup", cgroups, HostClues::resource);
    rows(
        queries.cgroupBytes(),
        time,
        "cgroup",
        cgroups,
        (row, labels, n) -> row.put(Figure.MR_BYTES, n));
    rows(queries.cgroupCalls(), time, "cgroup", cgroups, HostClues::calls);
    rows(
        queries.cgroupRefused(),
        time,
        "cgroup",
        cgroups,
        (row, labels, n) -> row.put(Figure.REFUSED, n));
    Map<String, String> names = names(time);
    List<FleetDevice> deviceRows = new ArrayList<>();
    devices.forEach((name, row) -> deviceRows.add(new FleetDevice(name, figures(name, row))));
    List<FleetCgroup> cgroupRows = new ArrayList<>();
    cgroups.forEach((path, row) ->
        cgroupRows.add(new FleetCgroup(path, names.getOrDefault(path, ""), figures(path, row))));
    return new HostDetails(
        host, deviceRows, cgroupRows, problems(time, names), history(time), new ArrayList<>(notes));
  }

  private interface Row {
    void add(Map<Figure, Double> row, Map<String, String> labels, double value);
  }

  private void rows(
      String query, Instant time, String label, Map<String, Map<Figure, Double>> rows, Row adding)
      throws PrometheusException {
    ask(
        query,
        time,
        (labels, value) -> {
          String name = labels.getOrDefault(label, "");
          if (rows.containsKey(name) || rows.size() < MOST_ROWS) {
            adding.add(rows.computeIfAbsent(name, _ -> new EnumMap<>(Figure.class)), labels, value);
          } else {
            notes.add(
                "there are more than %d %ss; the rest is left out".formatted(MOST_ROWS, label));
          }
        });
  }

  private interface Taker {
    void take(Map<String, String> labels, double value);
  }

  private void ask(String query, Instant time, Taker taker) throws PrometheusException {
    notes.addAll(
        client.query(
            query,
            Optional.of(time),
            (labels, point) -> {
              taker.take(labels, point.value());
              return true;
            }));
  }

  private Map<String, String> names(Instant time) throws PrometheusException {
    Map<String, String> names = new HashMap<>();
    ask(
        queries.cgroupNames(),
        time,
        (labels, value) -> {
          if (names.size() < MOST_ROWS) {
            names.put(labels.getOrDefault("cgroup", ""), labels.getOrDefault("name", ""));
          }
        });
    return names;
  }

  private List<FleetProblem> problems(Instant time, Map<String, String> names)
      throws PrometheusException {
    List<FleetProblem> problems = new ArrayList<>();
    Taker breach =
        (labels, value) -> {
          String cgroup = labels.getOrDefault("cgroup", "");
          add(
              problems,
              new FleetProblem(
                  Kind.BREACH,
                  "breach",
                  labels.getOrDefault("rule", ""),
                  cgroup,
                  names.getOrDefault(cgroup, ""),
                  1));
        };
    ask(queries.breaches(), time, breach);
    ask(queries.cgroupBreaches(), time, breach);
    ask(
        queries.findings(),
        time,
        (labels, value) -> {
          String rule = labels.getOrDefault("rule", "");
          if (Figure.isCount(value)) {
            String severity = labels.getOrDefault("severity", "");
            add(problems, new FleetProblem(Kind.FINDING, severity, rule, "", "", value));
          } else {
            notes.add("the number of findings of %s cannot be right: %s".formatted(rule, value));
          }
        });
    return problems;
  }

  private void add(List<FleetProblem> problems, FleetProblem problem) {
    if (problems.size() < MOST_ROWS) {
      problems.add(problem);
    } else {
      notes.add("there are more than %d breaches and findings".formatted(MOST_ROWS));
    }
  }

  private FigureSet figures(String whose, Map<Figure, Double> row) {
    row.forEach((figure, value) -> {
      if (!figure.canBe(value)) {
        notes.add("%s: %s cannot be right: %s".formatted(whose, figure.words(), value));
      }
    });
    return FigureSet.ofPossible(row);
  }

  private HostHistory history(Instant end) throws PrometheusException {
    Duration step = Duration.ofMillis(Math.max(1000, lookback.toMillis() / POINTS));
    Instant begin = end.minus(step.multipliedBy(POINTS - 1L));
    Map<Figure, List<OptionalDouble>> points = new EnumMap<>(Figure.class);
    points.put(Figure.QP, points(Figure.QP, queries.queuePairs(), begin, end, step));
    points.put(Figure.MR, points(Figure.MR, queries.memoryRegions(), begin, end, step));
    points.put(Figure.CALLS, points(Figure.CALLS, queries.allCalls(), begin, end, step));
    points.put(Figure.FAILED, points(Figure.FAILED, queries.allFailed(), begin, end, step));
    return new HostHistory(begin, step, points);
  }

  private List<OptionalDouble> points(
      Figure figure, String query, Instant begin, Instant end, Duration step)
      throws PrometheusException {
    List<OptionalDouble> result =
        new ArrayList<>(Collections.nCopies(POINTS, OptionalDouble.empty()));
    notes.addAll(
        client.range(
            query,
            begin,
            end,
            step,
            (labels, points) -> {
              for (ResponseParser.Point point : points) {
                long at = Math.round((point.time() * 1e3 - begin.toEpochMilli()) / step.toMillis());
                if (at >= 0 && at < POINTS && figure.canBe(point.value())) {
                  result.set((int) at, OptionalDouble.of(point.value()));
                }
              }
              return false;
            }));
    return List.copyOf(result);
  }
}
