// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;

/** Limits that are exceeded, and findings. */
final class FindingsView implements Panel {
  private final Glyphs glyphs;

  FindingsView(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  @Override
  public ScreenLayout draw(Area area, Reading reading, TuiState state) {
    Table<Problem> table =
        table(reading::time, "Nothing was found, and no limit is exceeded.", glyphs);
    List<Problem> problems = Problem.of(reading.verdict(), reading.snapshot());
    return table.draw(area, table.arrange(problems, state.place()), state.place());
  }

  /**
   * A table of problems.
   *
   * @param time how a time is told
   * @param nothing what is said where there are none
   */
  static Table<Problem> table(Function<Instant, String> time, String nothing, Glyphs glyphs) {
    return new Table<>(
        List.of(
            Column.text("SEVERITY", 8, Problem::severity)
                .by(Comparator.comparingInt(Problem::rank).reversed())
                .styled(Problem::style),
            Column.text("RULE", 10, Problem::rule),
            Column.<Problem>text("LAST", 8, problem -> time.apply(problem.last()))
                .by(Comparator.comparing(Problem::last).reversed()),
            Column.<Problem>count("TIMES", 5, Problem::count).from(100),
            Column.text("WHAT", 14, Problem::title).wide(3),
            Column.text("WHOSE", 12, Problem::subject).wide(3).aligned(Column.Alignment.LEFT_END),
            Column.text("EVIDENCE", 14, Problem::evidence).wide(5)),
        problem -> problem.rule() + " " + problem.subject(),
        problem -> details(problem, time),
        nothing,
        glyphs);
  }

  private static List<Fact> details(Problem problem, Function<Instant, String> time) {
    return List.of(
        new Fact("What", problem.rule() + ": " + problem.title()),
        new Fact("Severity", problem.severity()),
        new Fact("Whose", problem.subject()),
        new Fact("Evidence", problem.evidence()),
        new Fact("Seen", seen(problem, time)),
        new Fact("What to do", problem.advice()));
  }

  private static String seen(Problem problem, Function<Instant, String> time) {
    return problem.count() == 1
        ? "at " + time.apply(problem.last())
        : "%d times, from %s to %s"
            .formatted(problem.count(), time.apply(problem.first()), time.apply(problem.last()));
  }
}
