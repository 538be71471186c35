// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.render.tui.ScreenLayout.ShowView;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Cells;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.terminal.Display;

/**
 * The whole screen: tabs, the present view, a status line, and a line of hints.
 *
 * @param <R> what there is to be shown
 */
abstract class Frame<R> {
  static final int LEAST_WIDTH = 40;
  static final int LEAST_HEIGHT = 10;

  /** From this width on every tab has its title. */
  private static final int ALL_TITLES = 96;

  /** From this width on every tab has at least its short title. */
  private static final int SHORT_TITLES = 80;

  private static final String HINTS =
      "?:help q:quit /:filter s:sort r:reverse Enter:detail p:pause +-:interval e:export";

  private final Glyphs glyphs;

  Frame(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  /** Draws the present view. */
  abstract ScreenLayout body(Area area, R reading, TuiState state);

  /** The number behind the title of a view, if there is room; 0 for none. */
  abstract int count(Tab view, R reading);

  /** Of this program. */
  abstract String version(R reading);

  /** Which host and time are shown, for the line below. */
  abstract String status(R reading, TuiState state);

  /** What is wrong with it, for the end of that line. */
  abstract List<String> alarms(R reading);

  /** The heading of an export. */
  abstract String heading(R reading, TuiState state);

  /** The time of the reading. */
  abstract ZonedDateTime time(R reading);

  record Drawn(Canvas canvas, ScreenLayout layout) {}

  Drawn draw(Display.Size size, R reading, TuiState state) {
    Canvas canvas = new Canvas(size.columns(), size.rows());
    Area area = canvas.all();
    if (size.columns() < LEAST_WIDTH || size.rows() < LEAST_HEIGHT) {
      area.put(0, 0, "terminal too small", Style.WARNING);
      area.put(0, 1, "(%dx%d at least)".formatted(LEAST_WIDTH, LEAST_HEIGHT), Style.TEXT);
      return new Drawn(canvas, new ScreenLayout(state.place(), "", 0, 0, List.of(), List.of()));
    }
    List<Target> tabs = tabs(area, reading, state);
    Area body = area.part(0, 1, area.width(), area.height() - 3);
    ScreenLayout layout = state.help() ? HelpView.draw(body, state) : body(body, reading, state);
    status(area.part(0, area.height() - 2, area.width(), 1), reading, state);
    hints(area.part(0, area.height() - 1, area.width(), 1), state, layout);
    return new Drawn(canvas, layout.plus(tabs));
  }

  /** The present view alone, with all its rows. */
  String export(int width, R reading, TuiState state) {
    TuiState whole = state.help(false).with(state.place().closed());
    Canvas probe = new Canvas(width, LEAST_HEIGHT);
    int rows = body(probe.all(), reading, whole).rows();
    Canvas canvas = new Canvas(width, rows + LEAST_HEIGHT);
    body(canvas.all(), reading, whole);
    return canvas.text().stripTrailing() + "\n";
  }

  private List<Target> tabs(Area area, R reading, TuiState state) {
    List<Target> targets = new ArrayList<>();
    area.paint(0, Style.TAB);
    int x = 0;
    for (Tab view : state.view().all()) {
      boolean on = view == state.view();
      boolean whole = area.width() >= ALL_TITLES;
      boolean shortened = !whole && area.width() >= SHORT_TITLES;
      boolean titled = on || whole || shortened;
      int count = area.width() > ALL_TITLES + 6 ? count(view, reading) : 0;
      String text =
          " "
              + view.number()
              + (titled ? " " + (shortened && !on ? view.shortTitle() : view.title()) : "")
              + (count > 0 ? " (" + count + ")" : "")
              + (shortened ? "" : " ");
      int end = area.put(x, 0, text, on ? Style.TAB_ON : Style.TAB);
      targets.add(Target.of(area, x, 0, end - x, new ShowView(view)));
      x = end;
    }
    String program = "rdma-monitor " + version(reading) + " ";
    if (area.width() - x > program.length()) {
      area.putRight(area.width(), 0, program, Style.TAB);
    }
    return targets;
  }

  private void status(Area line, R reading, TuiState state) {
    line.paint(0, Style.STATUS);
    List<String> alarms = new ArrayList<>(alarms(reading));
    if (state.paused()) {
      alarms.addFirst("PAUSED");
    }
    String right = String.join("  ", alarms) + " ";
    String left = " " + status(reading, state);
    line.put(0, 0, Cells.fit(left, line.width() - right.length() - 1, ""), Style.STATUS);
    line.putRight(line.width(), 0, right, Style.STATUS);
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
