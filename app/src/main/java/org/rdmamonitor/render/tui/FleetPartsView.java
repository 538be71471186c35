// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.FigureSet;
import org.rdmamonitor.fleet.FleetCgroup;
import org.rdmamonitor.fleet.FleetDevice;
import org.rdmamonitor.fleet.FleetProblem;
import org.rdmamonitor.fleet.HostDetails;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.FleetWords;
import org.rdmamonitor.text.Printable;
import org.rdmamonitor.units.Bytes;

/** What the chosen host has: cgroups, devices, or what is wrong. */
final class FleetPartsView {
  private final Glyphs glyphs;

  FleetPartsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  ScreenLayout draw(Area area, FleetReading reading, FleetView view, ViewPosition place) {
    if (reading.details().isEmpty()) {
      area.put(1, 1, "What the host has is being read ...", Style.DIM);
      return new ScreenLayout(place, "", 0, 0, List.of(), List.of());
    }
    HostDetails details = reading.details().get();
    return switch (view) {
      case CGROUPS -> draw(area, cgroups(), details.cgroups(), place);
      case DEVICES -> draw(area, devices(), details.devices(), place);
      case PROBLEMS ->
          draw(area, problems(reading.fleet().state(details.id())), details.problems(), place);
      case HOSTS, CONNECTIONS, FINDINGS ->
          throw new IllegalStateException(view + " has a view of its own");
    };
  }

  private static <R> ScreenLayout draw(
      Area area, Table<R> table, List<R> rows, ViewPosition place) {
    return table.draw(area, table.arrange(rows, place), place);
  }

  /** A column of a figure; what is not known is a dash, and comes last. */
  static <R> Column<R> figure(
      String name, int width, Figure figure, Function<R, FigureSet> figures) {
    return Column.<R>number(
            name,
            width,
            row -> figures.apply(row).orMinusOne(figure),
            row -> cell(figures.apply(row), figure))
        .styled(row -> figures.apply(row).orMinusOne(figure) > 0 ? Style.TEXT : Style.DIM);
  }

  private static String cell(FigureSet figures, Figure figure) {
    if (figures.of(figure).isEmpty()) {
      return FleetWords.UNKNOWN;
    }
    double value = figures.of(figure).getAsDouble();
    return switch (figure) {
      case CALLS, FAILED, REFUSED -> Units.rate(value);
      case MR_BYTES -> Bytes.cell(Math.round(value));
      case SCRAPE_SECONDS -> FleetWords.figure(figures, figure);
      case QP, PD, CQ, MR, MAX_QP, BREACHES, CRITICAL, WARNING, NOTICE, RESTARTS ->
          Units.count(Math.round(value));
    };
  }

  private Table<FleetCgroup> cgroups() {
    Function<FleetCgroup, FigureSet> figures = FleetCgroup::figures;
    return new Table<>(
        List.of(
            Column.<FleetCgroup>text("CGROUP", 20, FleetPartsView::label)
                .wide(3)
                .aligned(Column.Alignment.LEFT_END),
            figure("QP", 6, Figure.QP, figures),
            figure("PD", 6, Figure.PD, figures).from(100),
            figure("CQ", 6, Figure.CQ, figures).from(100),
            figure("MR", 6, Figure.MR, figures),
            figure("MR BYTES", 8, Figure.MR_BYTES, figures),
            figure("CALLS/s", 7, Figure.CALLS, figures),
            figure("FAIL/s", 6, Figure.FAILED, figures),
            figure("REF/s", 6, Figure.REFUSED, figures),
            path(FleetWords::path)),
        FleetCgroup::path,
        cgroup ->
            List.of(
                new Fact("Cgroup", FleetWords.path(cgroup)),
                new Fact("Is", cgroup.name().isEmpty() ? "-" : Printable.of(cgroup.name())),
                new Fact("Objects", objects(cgroup.figures())),
                new Fact("Calls", calls(cgroup.figures()))),
        "No cgroup of it is known.",
        glyphs);
  }

  private Table<FleetDevice> devices() {
    Function<FleetDevice, FigureSet> figures = FleetDevice::figures;
    return new Table<>(
        List.of(
            Column.<FleetDevice>text("DEVICE", 14, device -> Printable.of(device.name())).wide(1),
            figure("QP", 6, Figure.QP, figures),
            figure("MOST QP", 7, Figure.MAX_QP, figures),
            figure("PD", 6, Figure.PD, figures),
            figure("CQ", 6, Figure.CQ, figures),
            figure("MR", 6, Figure.MR, figures),
            figure("CALLS/s", 7, Figure.CALLS, figures),
            figure("FAIL/s", 6, Figure.FAILED, figures)),
        FleetDevice::name,
        device ->
            List.of(
                new Fact("Device", Printable.of(device.name())),
                new Fact("Objects", objects(device.figures())),
                new Fact("Calls", calls(device.figures()))),
        "No device of it is known.",
        glyphs);
  }

  /**
   * What a cgroup is called: by its name, or by its path if that tells the name or there is none.
   */
  static String label(FleetCgroup cgroup) {
    return label(FleetWords.path(cgroup), cgroup.name());
  }

  /** What the cgroup of a problem is called; a problem of the host has none. */
  static String label(FleetProblem problem) {
    return label(path(problem), problem.name());
  }

  private static String label(String path, String name) {
    return name.isEmpty() ? path : CgroupNode.shown(path, name).orElse(path);
  }

  private static String path(FleetProblem problem) {
    return problem.cgroup().isEmpty() ? "the host's" : Printable.of(problem.cgroup());
  }

  /** Paths, by which rows are filtered even where there is no room to show them. */
  private static <R> Column<R> path(Function<R, String> path) {
    return Column.text("PATH", 20, path).wide(4).aligned(Column.Alignment.LEFT_END).from(140);
  }

  private Table<FleetProblem> problems(HostState state) {
    return new Table<>(
        List.of(
            Column.<FleetProblem>text("SEVERITY", 8, problem -> Printable.of(problem.severity()))
                .by(Comparator.comparingInt(FleetProblem::rank))
                .styled(FleetPartsView::style),
            Column.<FleetProblem>text("RULE", 14, problem -> Printable.of(problem.rule())),
            Column.<FleetProblem>count("COUNT", 6, FleetProblem::count),
            Column.<FleetProblem>text("CGROUP", 20, FleetPartsView::label)
                .wide(3)
                .aligned(Column.Alignment.LEFT_END),
            path(problem -> Printable.of(problem.cgroup()))),
        problem -> problem.kind() + " " + problem.severity() + problem.rule() + problem.cgroup(),
        problem ->
            List.of(
                new Fact("What", what(problem)),
                new Fact("Whose", FleetWords.named(path(problem), problem.name())),
                new Fact("More", more(problem))),
        state.isFresh()
            ? "Nothing was found, and no limit is exceeded."
            : FleetWords.unknownProblems(state),
        glyphs);
  }

  private static Style style(FleetProblem problem) {
    return switch (problem.rank()) {
      case 0 -> Style.CRITICAL;
      case 1, 2 -> Style.WARNING;
      default -> Style.NOTICE;
    };
  }

  private static String what(FleetProblem problem) {
    return switch (problem.kind()) {
      case BREACH -> "the limit %s is exceeded".formatted(Printable.of(problem.rule()));
      case FINDING ->
          "rule %s finds %s, %s"
              .formatted(
                  Printable.of(problem.rule()),
                  Units.count(Math.round(problem.count())),
                  Printable.of(problem.severity()));
    };
  }

  private static String more(FleetProblem problem) {
    return switch (problem.kind()) {
      case BREACH -> "by the host's own config.txt; 'rdma-monitor' there tells the figure";
      case FINDING ->
          "rdma-monitor explain %s; 'rdma-monitor' on the host has the evidence"
              .formatted(Printable.of(problem.rule()));
    };
  }

  private static String objects(FigureSet figures) {
    return "%s QP, %s PD, %s CQ, %s MR"
        .formatted(
            cell(figures, Figure.QP),
            cell(figures, Figure.PD),
            cell(figures, Figure.CQ),
            cell(figures, Figure.MR));
  }

  private static String calls(FigureSet figures) {
    return "%s a second, %s of them failed, %s refused"
        .formatted(
            cell(figures, Figure.CALLS),
            cell(figures, Figure.FAILED),
            cell(figures, Figure.REFUSED));
  }
}
