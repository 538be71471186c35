// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Cost.Program;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.units.Bytes;

/** What watching costs. */
final class CostSection {
  private static final int MOST_PROGRAMS = 12;

  private final Glyphs glyphs;

  CostSection(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  /** How many rows of the screen that takes. */
  int height(Reading reading, boolean withPrograms) {
    int programs = reading.details().cost().programs().size();
    return withPrograms && programs > 0 ? 3 + Math.min(programs, MOST_PROGRAMS) : 1;
  }

  /** Draws a line, and where there is room the programs below it; returns how many rows it took. */
  int draw(Area area, Reading reading, boolean withPrograms) {
    int x = area.put(0, 0, "MONITOR ", Style.HEADING);
    area.put(x, 0, String.join("  ", figures(reading)), Style.TEXT);
    List<Used> used = used(reading);
    if (!withPrograms || used.isEmpty()) {
      return 1;
    }
    Table<Used> table =
        new Table<>(
            List.of(
                Column.text("BPF PROGRAM", 32, Used::name),
                Column.<Used>rate("RUNS/s", 8, Used::runsPerSecond),
                Column.<Used>number(
                    "AVERAGE", 8, Used::average, row -> Units.nanos(row.average(), glyphs)),
                Column.<Used>number("CPU", 7, Used::share, row -> percent(row.share()))),
            row -> "",
            row -> List.of(),
            "",
            glyphs);
    List<Used> shown = used.subList(0, Math.min(used.size(), MOST_PROGRAMS));
    return 2 + table.sheet(area.part(0, 2, area.width(), area.height() - 2), shown);
  }

  /**
   * A program during the interval; since the start for a first reading.
   *
   * @param share of the time of one processor
   */
  private record Used(String name, double runsPerSecond, long average, double share) {}

  private static List<Used> used(Reading reading) {
    Map<String, Program> before =
        reading.before().cost().programs().stream()
            .collect(Collectors.toMap(Program::name, Function.identity(), (one, other) -> one));
    List<Used> used = new ArrayList<>();
    for (Program program : reading.details().cost().programs()) {
      Program old =
          before.getOrDefault(program.name(), new Program(program.name(), 0, Duration.ZERO));
      long runs = program.runs() - old.runs();
      long nanos = program.time().minus(old.time()).toNanos();
      double seconds = reading.seconds();
      used.add(
          new Used(
              program.name(),
              seconds > 0 ? runs / seconds : 0,
              runs > 0 ? nanos / runs : 0,
              seconds > 0 ? nanos / 1e9 / seconds : 0));
    }
    used.sort(Comparator.comparingDouble(Used::share).reversed());
    return used;
  }

  private static List<String> figures(Reading reading) {
    Cost cost = reading.details().cost();
    List<String> figures = new ArrayList<>();
    if (cost.equals(Cost.NONE)) {
      figures.add("cost not known");
    } else {
      double seconds = reading.seconds();
      if (seconds > 0) {
        figures.add("cpu " + percent(reading.details().cpu().toNanos() / 1e9 / seconds));
      }
      figures.add("memory " + Bytes.cell(cost.residentBytes()) + "B");
      if (cost.ringBytes() > 0) {
        figures.add(
            "ring "
                + Units.percent((double) cost.ringUsed() / cost.ringBytes())
                + " of "
                + Bytes.cell(cost.ringBytes())
                + "B");
      }
      double bpf = used(reading).stream().mapToDouble(Used::share).sum();
      figures.add(cost.programs().isEmpty() ? "bpf not known" : "bpf " + percent(bpf));
    }
    figures.add("events " + Units.count(reading.snapshot().health().of(Figure.EVENTS)));
    return figures;
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f%%", part * 100);
  }
}
