// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetProblem;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostHistory;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.HostNames;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.FleetWords;
import org.rdmamonitor.text.Printable;

/** All hosts, the most worrying first. */
final class HostsView {
  private static final int GRAPH = 60;
  private static final int FEW = 5;

  private final Glyphs glyphs;

  HostsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  ScreenLayout draw(Area area, FleetReading reading, ViewPosition place) {
    Table<FleetHost> table = table(reading);
    return table.draw(area, table.arrange(reading.fleet().hosts(), place), place);
  }

  /** What a row of a host is known by. */
  static String key(HostId id) {
    return id.job() + "\u0000" + id.instance();
  }

  private Table<FleetHost> table(FleetReading reading) {
    HostNames names = HostNames.of(reading.fleet());
    return new Table<>(
        List.of(
            Column.<FleetHost>text("HOST", 16, host -> Printable.of(names.of(host.id()))).wide(2),
            Column.<FleetHost>text("STATE", 7, host -> host.state().word())
                .by(Comparator.comparing(FleetHost::state))
                .styled(HostsView::style),
            Column.<FleetHost>text("AGE", 6, host -> FleetWords.age(host, reading.fleet().time()))
                .aligned(Column.Alignment.RIGHT)
                .by(oldestFirst(reading)),
            FleetPartsView.<FleetHost>figure("QP", 6, Figure.QP, FleetHost::figures),
            FleetPartsView.<FleetHost>figure("PD", 6, Figure.PD, FleetHost::figures).from(100),
            FleetPartsView.<FleetHost>figure("CQ", 6, Figure.CQ, FleetHost::figures).from(100),
            FleetPartsView.<FleetHost>figure("MR", 6, Figure.MR, FleetHost::figures),
            FleetPartsView.<FleetHost>figure("CALLS/s", 7, Figure.CALLS, FleetHost::figures),
            FleetPartsView.<FleetHost>figure("FAIL/s", 6, Figure.FAILED, FleetHost::figures)
                .styled(host -> alarm(host, Figure.FAILED, Style.NOTICE)),
            FleetPartsView.<FleetHost>figure("REF/s", 5, Figure.REFUSED, FleetHost::figures)
                .styled(host -> alarm(host, Figure.REFUSED, Style.WARNING)),
            FleetPartsView.<FleetHost>figure("BRCH", 4, Figure.BREACHES, FleetHost::figures)
                .styled(host -> alarm(host, Figure.BREACHES, Style.WARNING)),
            Column.<FleetHost>text("FIND", 6, HostsView::findings)
                .aligned(Column.Alignment.RIGHT)
                .by(mostFindings())
                .styled(HostsView::findingStyle),
            Column.<FleetHost>text("VERSION", 9, host -> Printable.of(host.version())).from(120),
            Column.<FleetHost>text("WHY", 20, host -> Printable.of(host.reason()))
                .wide(5)
                .from(130)),
        host -> key(host.id()),
        host -> details(host, reading),
        "The server knows no host.",
        glyphs);
  }

  private static Comparator<FleetHost> oldestFirst(FleetReading reading) {
    return Comparator.comparing((FleetHost host) ->
            host.age(reading.fleet().time()).map(age -> (double) age.toMillis()).orElse(-1.0))
        .reversed();
  }

  private static Comparator<FleetHost> mostFindings() {
    return Comparator.comparing(
        FleetHost::figures,
        FigureSet.mostFirst(Figure.CRITICAL)
            .thenComparing(FigureSet.mostFirst(Figure.WARNING))
            .thenComparing(FigureSet.mostFirst(Figure.NOTICE)));
  }

  /** Critical, warnings and notices: {@code 1/0/4}. */
  private static String findings(FleetHost host) {
    if (host.figures().of(Figure.CRITICAL).isEmpty()) {
      return FleetWords.UNKNOWN;
    }
    return List.of(Figure.CRITICAL, Figure.WARNING, Figure.NOTICE).stream()
        .map(figure -> FleetWords.figure(host.figures(), figure))
        .collect(Collectors.joining("/"));
  }

  private static Style findingStyle(FleetHost host) {
    if (host.figures().orMinusOne(Figure.CRITICAL) > 0) {
      return Style.CRITICAL;
    }
    if (host.figures().orMinusOne(Figure.WARNING) > 0) {
      return Style.WARNING;
    }
    return host.figures().orMinusOne(Figure.NOTICE) > 0 ? Style.NOTICE : Style.DIM;
  }

  private static Style alarm(FleetHost host, Figure figure, Style style) {
    return host.figures().orMinusOne(figure) > 0 ? style : Style.DIM;
  }

  private static Style style(FleetHost host) {
    return switch (host.state()) {
      case DOWN, GONE -> Style.CRITICAL;
      case SUSPECT, FOREIGN, STALE -> Style.WARNING;
      case SLOW -> Style.NOTICE;
      case UP -> Style.GOOD;
    };
  }

  private List<Fact> details(FleetHost host, FleetReading reading) {
    List<Fact> facts = new ArrayList<>();
    facts.add(
        new Fact(
            "Host",
            "%s of job %s, %s%s"
                .formatted(
                    Printable.of(host.id().instance()),
                    Printable.of(host.id().job()),
                    host.state().word(),
                    host.reason().isEmpty() ? "" : ": " + Printable.of(host.reason()))));
    facts.add(
        new Fact(
            "Figures",
            host.lastReading()
                    .map(last -> "of " + reading.dayAndTime(last))
                    .orElse("of no time within the look-back")
                + since(host)));
    reading
        .details()
        .filter(details -> details.id().equals(host.id()))
        .ifPresentOrElse(
            details -> parts(details, host.state(), facts),
            () -> facts.add(new Fact("", "What it has is being read ...")));
    return facts;
  }

  private static String since(FleetHost host) {
    if (!host.state().isFresh()) {
      return "; since then it has told nothing that holds now";
    }
    return ", " + FleetWords.exporter(host);
  }

  private void parts(HostDetails details, HostState state, List<Fact> facts) {
    String none = state.isFresh() ? "none" : "not known";
    facts.add(
        new Fact(
            "Devices",
            few(
                details.devices(),
                device ->
                    "%s %s QP, %s calls/s"
                        .formatted(
                            Printable.of(device.name()),
                            FleetWords.figure(device.figures(), Figure.QP),
                            FleetWords.figure(device.figures(), Figure.CALLS)),
                none)));
    facts.add(new Fact("Cgroups", few(details.cgroups(), HostsView::cgroup, none)));
    facts.add(
        new Fact(
            "Breaches",
            few(
                details.problems().stream()
                    .filter(problem -> problem.kind() == FleetProblem.Kind.BREACH)
                    .toList(),
                problem ->
                    Printable.of(problem.rule())
                        + (problem.cgroup().isEmpty()
                            ? ""
                            : " of " + FleetPartsView.label(problem)),
                none)));
    facts.add(
        new Fact(
            "Findings",
            few(
                details.problems().stream()
                    .filter(problem -> problem.kind() == FleetProblem.Kind.FINDING)
                    .toList(),
                problem ->
                    "%s %s (%s)"
                        .formatted(
                            Units.count(Math.round(problem.count())),
                            Printable.of(problem.rule()),
                            Printable.of(problem.severity())),
                none)));
    graph("QP", Figure.QP, details.history(), facts);
    graph("Calls/s", Figure.CALLS, details.history(), facts);
    details.notes().forEach(note -> facts.add(new Fact("Note", Printable.of(note))));
  }

  private static String cgroup(FleetCgroup cgroup) {
    return "%s %s QP, %s calls/s"
        .formatted(
            FleetPartsView.label(cgroup),
            FleetWords.figure(cgroup.figures(), Figure.QP),
            FleetWords.figure(cgroup.figures(), Figure.CALLS));
  }

  private void graph(String label, Figure figure, HostHistory history, List<Fact> facts) {
    List<OptionalDouble> points = history.of(figure);
    double most = points.stream().flatMapToDouble(OptionalDouble::stream).max().orElse(-1);
    if (most >= 0) {
      double[] values = points.stream().mapToDouble(point -> point.orElse(0)).toArray();
      facts.add(
          new Fact(
              label,
              "|%s| at most %s"
                  .formatted(
                      glyphs.sparkline(values, Math.min(GRAPH, values.length)), Units.rate(most))));
    }
  }

  /**
   * The first of some things.
   *
   * @param none is said if there are none
   */
  private static <T> String few(List<T> all, Function<T, String> words, String none) {
    if (all.isEmpty()) {
      return none;
    }
    String first = all.stream().limit(FEW).map(words).collect(Collectors.joining("; "));
    return all.size() > FEW ? first + "; and " + (all.size() - FEW) + " more" : first;
  }
}
