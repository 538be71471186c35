// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;
import org.rdmamonitor.render.tui.ScreenLayout.ShowView;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Cells;
import org.rdmamonitor.render.tui.canvas.Style;

/**
 * The first rows of a view, below a title that names the key for that view; or a sentence if it has
 * no rows.
 *
 * @param view that has all rows
 * @param what part of the view this is, as shown behind the view's title; empty for the view's own
 *     rows
 * @param table that the rows are drawn in
 * @param sort name of the column that they are sorted by; empty if none is
 * @param rows all of them, in order
 */
record BusiestPart<R>(View view, String what, Table<R> table, String sort, List<R> rows) {
  /** Rows of the screen above the first. */
  private static final int ABOVE = 2;

  BusiestPart {
    rows = List.copyOf(rows);
  }

  /** Draws it; returns what a click on the title does. */
  Target draw(Area area) {
    List<R> shown = rows.subList(0, Math.clamp(area.height() - ABOVE, 0, rows.size()));
    int end = title(area, rows.size() - shown.size());
    Area below = area.part(0, 1, area.width(), area.height() - 1);
    if (rows.isEmpty()) {
      String text = Cells.fit(table.nothing(), below.width() - 1, table.glyphs().ellipsis());
      below.put(1, 0, text, Style.DIM);
    } else {
      table.sheet(below, shown, ViewPosition.START.sortedBy(sort));
    }
    return Target.of(area, 2, 0, end - 2, new ShowView(view));
  }

  /** Draws the title; returns where the name ends. */
  private int title(Area area, int more) {
    table.glyphs().rule(area);
    int x = area.put(2, 0, " " + view.number() + " ", Style.KEY);
    int end = area.put(x, 0, view.title() + what + " ", Style.TITLE);
    String rest = more > 0 ? " " + more + " more " : "";
    if (end + rest.length() + 2 <= area.width()) {
      area.putRight(area.width() - 1, 0, rest, Style.KEY);
    }
    return end;
  }
}
