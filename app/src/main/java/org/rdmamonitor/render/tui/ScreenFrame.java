// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.render.Figures;
import org.rdmamonitor.render.tui.ScreenLayout.ShowView;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.text.Printable;

/** The whole screen: tabs, the present view, a status line, and a line of hints. */
final class ScreenFrame {
  static final int LEAST_WIDTH = 40;
  static final int LEAST_HEIGHT = 10;

  /** From this width on every tab has its title. */
  private static final int ALL_TITLES = 96;

  /** From this width on every tab has at least its short title. */
  private static final int SHORT_TITLES = 80;

  private static final String HINTS =
      "?:help q:quit /:filter s:sort r:reverse Enter:detail p:pause +-:interval e:export";

  private final Glyphs glyphs;
  private final Map<View, Panel> panels = new EnumMap<>(View.class);

  ScreenFrame(Glyphs glyphs) {
    this.glyphs = glyphs;
    panels.put(View.OVERVIEW, new OverviewView(glyphs));
    panels.put(View.CGROUPS, new CgroupsView(glyphs));
    panels.put(View.PROCESSES, new ProcessesView(glyphs));
    panels.put(View.DEVICES, new DevicesView(glyphs));
    panels.put(View.EVENTS, new EventsView(glyphs));
    panels.put(View.OBJECTS, new ObjectsView(glyphs));
    panels.put(View.FINDINGS, new FindingsView(glyphs));
    panels.put(View.CONNECTIONS, new ConnectionsView(glyphs));
  }

  record Drawn(Canvas canvas, ScreenLayout layout) {}

  Drawn draw(Display.Size size, Reading reading, TuiState state) {
    Canvas canvas = new Canvas(size.columns(), size.rows());
    Area area = canvas.all();
    if (size.columns() < LEAST_WIDTH || size.rows() < LEAST_HEIGHT) {
      area.put(0, 0, "terminal too small", Style.WARNING);
      area.put(0, 1, "(%dx%d at least)".formatted(LEAST_WIDTH, LEAST_HEIGHT), Style.TEXT);
      return new Drawn(canvas, new ScreenLayout(state.place(), "", 0, 0, List.of(), List.of()));
    }
    List<Target> tabs = tabs(area, reading, state);
    Area body = area.part(0, 1, area.width(), area.height() - 3);
    ScreenLayout layout =
        state.help() ? HelpView.draw(body, state) : panel(state.view()).draw(body, reading, state);
    status(area.part(0, area.height() - 2, area.width(), 1), reading, state);
    hints(area.part(0, area.height() - 1, area.width(), 1), state, layout);
    return new Drawn(canvas, layout.plus(tabs));
  }

  /** The present view alone, with everything in it. */
  String export(int width, Reading reading, TuiState state) {
    TuiState whole = state.help(false).with(state.place().detailed(""));
    Canvas probe = new Canvas(width, LEAST_HEIGHT);
    int rows = panel(state.view()).draw(probe.all(), reading, whole).rows();
    Canvas canvas = new Canvas(width, rows + LEAST_HEIGHT);
    panel(state.view()).draw(canvas.all(), reading, whole);
    return canvas.text().stripTrailing() + "\n";
  }

  private Panel panel(View view) {
    Panel panel = panels.get(view);
    if (panel == null) {
      throw new IllegalStateException("no panel for " + view);
    }
    return panel;
  }

  private static List<Target> tabs(Area area, Reading reading, TuiState state) {
    List<Target> targets = new ArrayList<>();
    area.paint(0, Style.TAB);
    int problems = Problem.of(reading.verdict(), reading.snapshot()).size();
    int x = 0;
    for (View view : View.ALL) {
      boolean on = view == state.view();
      boolean whole = area.width() >= ALL_TITLES;
      boolean shortened = !whole && area.width() >= SHORT_TITLES;
      boolean titled = on || whole || shortened;
      boolean counted = view == View.FINDINGS && problems > 0 && area.width() > ALL_TITLES + 6;
      String text =
          " "
              + view.number()
              + (titled ? " " + (shortened && !on ? view.shortTitle() : view.title()) : "")
              + (counted ? " (" + problems + ")" : "")
              + (shortened ? "" : " ");
      int end = area.put(x, 0, text, on ? Style.TAB_ON : Style.TAB);
      targets.add(Target.of(area, x, 0, end - x, new ShowView(view)));
      x = end;
    }
    String program = "rdma-monitor " + reading.host().version() + " ";
    if (area.width() - x > program.length()) {
      area.putRight(area.width(), 0, program, Style.TAB);
    }
    return targets;
  }

  private static void status(Area line, Reading reading, TuiState state) {
    line.paint(0, Style.STATUS);
    List<String> alarms = new ArrayList<>();
    Health health = reading.snapshot().health();
    if (state.paused()) {
      alarms.add("PAUSED");
    }
    if (!health.isReading()) {
      alarms.add("EVENT READER ENDED");
    }
    alarm(alarms, "failed", health.of(Figure.FAILED_EVENTS));
    alarm(alarms, "lost", health.of(Figure.LOST_EVENTS));
    alarm(alarms, "drift", health.of(Figure.DRIFT));
    String right = String.join("  ", alarms) + " ";
    String left =
        " %s  every %ss  %s  Linux %s"
            .formatted(
                reading.time(reading.snapshot().time()),
                Figures.seconds(state.interval()),
                Printable.of(reading.host().name()),
                Printable.of(reading.host().kernel()));
    line.put(0, 0, Cells.fit(left, line.width() - right.length() - 1, ""), Style.STATUS);
    line.putRight(line.width(), 0, right, Style.STATUS);
  }

  private static void alarm(List<String> alarms, String word, long count) {
    if (count > 0) {
      alarms.add(word + " " + Units.count(count));
    }
  }

  private void hints(Area line, TuiState state, ScreenLayout layout) {
    Filter filter = state.place().filter();
    String position =
        layout.rows() == 0 || layout.key().isEmpty()
            ? ""
            : "%d/%d ".formatted(layout.place().cursor() + 1, layout.rows());
    Area left = line.part(0, 0, line.width() - position.length() - 1, 1);
    if (state.typing().isPresent()) {
      int x = left.put(0, 0, "/", Style.KEY);
      x = left.put(x, 0, state.typing().get(), Style.TEXT);
      x = left.put(x, 0, "_", Style.KEY);
      left.put(
          x + 2,
          0,
          Cells.fit(state.message(), left.width() - x - 2, glyphs.ellipsis()),
          Style.WARNING);
    } else if (!state.message().isEmpty()) {
      left.put(
          0, 0, Cells.fitEnd(" " + state.message(), left.width(), glyphs.ellipsis()), Style.NOTICE);
    } else if (!filter.isAll()) {
      int x = left.put(0, 0, " filter ", Style.KEY);
      x = left.put(x, 0, filter.text(), Style.TEXT);
      left.put(x, 0, "  Esc:all", Style.DIM);
    } else {
      hints(left);
    }
    line.putRight(line.width(), 0, position, Style.DIM);
  }

  /** As many as fit. */
  private static void hints(Area line) {
    int x = 1;
    for (String hint : HINTS.split(" ", -1)) {
      if (x + hint.length() > line.width()) {
        return;
      }
      int colon = hint.lastIndexOf(':');
      x = line.put(x, 0, hint.substring(0, colon), Style.KEY);
      x = line.put(x, 0, hint.substring(colon), Style.DIM) + 1;
    }
  }
}
