// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.rdmamonitor.render.tui.ScreenLayout.GoTo;
import org.rdmamonitor.render.tui.ScreenLayout.SortBy;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Cells;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Fact;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;

/**
 * Rows in columns: sorted, filtered, with a cursor, and with the details of one row below.
 *
 * @param columns in their order
 * @param key what a row is known by from one reading to the next
 * @param details of a row
 * @param nothing what to say where there are no rows
 * @param glyphs to draw with
 */
record Table<R>(
    List<Column<R>> columns,
    Function<R, String> key,
    Function<R, List<Fact>> details,
    String nothing,
    Glyphs glyphs) {

  /**
   * A smaller table of the same rows, for a part of the screen: as many of some columns as fit,
   * whatever the width.
   *
   * @param changed how the first of them is to be
   * @param names of columns, the most telling first
   * @throws NoSuchElementException if there is no such column
   */
  Table<R> only(UnaryOperator<Column<R>> changed, String... names) {
    List<Column<R>> chosen = new ArrayList<>();
    for (String name : names) {
      Column<R> column =
          columns.stream()
              .filter(candidate -> candidate.name().equals(name))
              .findFirst()
              .orElseThrow(() -> new NoSuchElementException("no column " + name))
              .from(0);
      chosen.add(chosen.isEmpty() ? changed.apply(column) : column);
    }
    return new Table<>(chosen, key, details, nothing, glyphs);
  }

  /** The same, with something else to say where there are no rows. */
  Table<R> saying(String other) {
    return new Table<>(columns, key, details, other, glyphs);
  }

  /** How the rows of a place are compared; all are equal if they keep their own order. */
  Comparator<R> order(ViewPosition place) {
    Comparator<R> order =
        columns.stream()
            .filter(column -> column.name().equals(place.sort()))
            .findFirst()
            .map(Column::order)
            .orElse((_, _) -> 0);
    return place.reversed() ? order.reversed() : order;
  }

  boolean matches(R row, Filter filter) {
    return filter.isAll()
        || filter.matches(columns.stream().map(column -> column.text().apply(row)).toList());
  }

  /** The rows that a place shows, in its order. */
  List<R> arrange(List<R> rows, ViewPosition place) {
    List<R> shown = new ArrayList<>();
    for (R row : rows) {
      if (matches(row, place.filter())) {
        shown.add(row);
      }
    }
    if (place.sort().isEmpty()) {
      return place.reversed() ? shown.reversed() : shown;
    }
    shown.sort(order(place));
    return shown;
  }

  /** Draws rows as they are given. */
  ScreenLayout draw(Area area, List<R> rows, ViewPosition place) {
    int cursor = cursor(rows, place);
    boolean isGone = place.isOpen() && !place.key().isEmpty() && !isAt(rows, cursor, place.key());
    List<Fact> facts = facts(rows, place, cursor, isGone);
    int below = facts.isEmpty() ? 0 : Math.min(Fact.height(facts, area), area.height() * 2 / 3);
    Area body = area.part(0, 1, area.width(), area.height() - 1 - below);
    int page = body.height();
    int most = Math.max(0, rows.size() - page);
    int top =
        Math.clamp(place.top(), Math.max(0, cursor - Math.max(1, page) + 1), Math.max(0, cursor));
    top = Math.min(top, most);
    List<Shown<R>> shown = shown(area.width());
    List<Target> targets = new ArrayList<>();
    for (Shown<R> column : shown) {
      heading(area, column, place);
      targets.add(Target.of(area, column.x, 0, column.width, new SortBy(column.column.name())));
    }
    for (int i = 0; i < page && top + i < rows.size(); i++) {
      row(body, i, rows.get(top + i), shown, top + i == cursor && !isGone);
      targets.add(Target.of(body, 0, i, body.width(), new GoTo(top + i)));
    }
    if (rows.isEmpty()) {
      boolean filtered = !place.filter().isAll();
      body.put(1, 1, filtered ? "Nothing matches the filter (Esc shows all)." : nothing, Style.DIM);
    }
    if (below > 0) {
      Fact.draw(facts, area.part(0, area.height() - below, area.width(), below), glyphs);
    }
    String at = isGone ? place.key() : rows.isEmpty() ? "" : key.apply(rows.get(cursor));
    return new ScreenLayout(
        place.settled(cursor, cursor == 0 && !place.isOpen() ? "" : at, top),
        at,
        rows.size(),
        page,
        columns.stream().map(Column::name).toList(),
        targets);
  }

  /** Draws rows below headings, without a cursor; returns how many rows of the area it took. */
  int sheet(Area area, List<R> rows) {
    return sheet(area, rows, ViewPosition.START);
  }

  /** The same of rows that are sorted as at a place, which the headings tell. */
  int sheet(Area area, List<R> rows, ViewPosition place) {
    List<Shown<R>> shown = shown(area.width());
    shown.forEach(column -> heading(area, column, place));
    Area body = area.part(0, 1, area.width(), area.height() - 1);
    for (int i = 0; i < rows.size(); i++) {
      row(body, i, rows.get(i), shown, false);
    }
    return 1 + rows.size();
  }

  private boolean isAt(List<R> rows, int row, String rowKey) {
    return row >= 0 && row < rows.size() && key.apply(rows.get(row)).equals(rowKey);
  }

  /** The cursor stays on its row, wherever that is now; at the top it stays at the top. */
  private int cursor(List<R> rows, ViewPosition place) {
    if (isAt(rows, place.cursor(), place.key())) {
      return place.cursor();
    }
    for (int i = 0; i < rows.size() && !place.key().isEmpty(); i++) {
      if (key.apply(rows.get(i)).equals(place.key())) {
        return i;
      }
    }
    return Math.clamp(place.cursor(), 0, Math.max(0, rows.size() - 1));
  }

  private List<Fact> facts(List<R> rows, ViewPosition place, int cursor, boolean isGone) {
    if (isGone) {
      return List.of(new Fact("", "It is there no more, or the filter hides it."));
    }
    return place.isOpen() && !rows.isEmpty() ? details.apply(rows.get(cursor)) : List.of();
  }

  private record Shown<R>(Column<R> column, int x, int width) {}

  /**
   * The first columns, as many as there is room for; the remaining cells are shared among the wide
   * ones.
   */
  private List<Shown<R>> shown(int tableWidth) {
    List<Column<R>> fitting = new ArrayList<>();
    int used = -1;
    for (Column<R> column : columns) {
      if (column.from() <= tableWidth) {
        used += 1 + column.width();
        if (used > tableWidth) {
          used -= 1 + column.width();
          break;
        }
        fitting.add(column);
      }
    }
    int shares = fitting.stream().mapToInt(Column::share).sum();
    int left = Math.max(0, tableWidth - used);
    List<Shown<R>> shown = new ArrayList<>();
    int x = 0;
    for (Column<R> column : fitting) {
      int more = shares > 0 ? left * column.share() / shares : 0;
      left -= more;
      shares -= column.share();
      shown.add(new Shown<>(column, x, column.width() + more));
      x += column.width() + more + 1;
    }
    return shown;
  }

  /** The name, and if it is sorted by, a sign beside it, which may take the gap between columns. */
  private void heading(Area area, Shown<R> shown, ViewPosition place) {
    Column<R> column = shown.column;
    boolean sorted = !place.sort().isEmpty() && column.name().equals(place.sort());
    Style style = sorted ? Style.SORTED : Style.HEADING;
    cell(area, 0, shown, column.name(), style);
    if (sorted) {
      String sign = place.reversed() ? glyphs.up() : glyphs.down();
      int length = column.name().length();
      boolean right = column.alignment() == Column.Alignment.RIGHT;
      area.put(right ? shown.x + shown.width - length - 1 : shown.x + length, 0, sign, style);
    }
  }

  private void row(Area body, int y, R row, List<Shown<R>> shown, boolean selected) {
    for (Shown<R> column : shown) {
      String text = column.column.text().apply(row);
      cell(body, y, column, text, column.column.style().apply(row));
    }
    if (selected) {
      body.paint(y, Style.SELECTED);
    }
  }

  private void cell(Area area, int y, Shown<R> shown, String text, Style style) {
    Area cell = area.part(shown.x, y, shown.width, 1);
    switch (shown.column.alignment()) {
      case LEFT -> cell.put(0, 0, Cells.fit(text, cell.width(), glyphs.ellipsis()), style);
      case LEFT_END -> cell.put(0, 0, Cells.fitEnd(text, cell.width(), glyphs.ellipsis()), style);
      case RIGHT ->
          cell.putRight(cell.width(), 0, Cells.fit(text, cell.width(), glyphs.ellipsis()), style);
    }
  }
}
