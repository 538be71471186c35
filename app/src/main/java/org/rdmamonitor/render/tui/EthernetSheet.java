// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.model.ethernet.Ethernet;
import org.rdmamonitor.model.ethernet.EthernetActivity;
import org.rdmamonitor.model.ethernet.EthernetActivity.Row;
import org.rdmamonitor.model.ethernet.EthernetCount;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Cells;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Glyphs;
import org.rdmamonitor.render.tui.canvas.Style;
import org.rdmamonitor.render.tui.canvas.Units;
import org.rdmamonitor.render.words.EthernetWords;
import org.rdmamonitor.text.Printable;

/**
 * The interfaces of {@code rdma-secure ethernet create}, queue by queue, below the devices; shown
 * if there are any, without a cursor.
 */
final class EthernetSheet {
  private final Ethernet ethernet;
  private final List<Line> lines;
  private final Table<Line> table;
  private final Glyphs glyphs;

  /** A queue of an interface, or all of them. */
  private record Line(EthernetActivity of, Row row, Instant now) {
    private boolean isAll() {
      return row.name().equals("all");
    }

    String name() {
      return isAll() ? Printable.of(of.now().label()) : "";
    }

    String host() {
      return isAll() ? Printable.of(of.now().hostInterface()) : "";
    }

    String mode() {
      return isAll() ? of.now().mode() : "";
    }

    boolean isOld() {
      return EthernetWords.age(of.now(), now).isPresent();
    }

    String rate(EthernetCount count) {
      return row.seconds() > 0 ? Units.rate(row.rate(count)) : "-";
    }

    String causes() {
      String age =
          isAll()
              ? EthernetWords.age(of.now(), now)
                  .map(seconds -> "[figures of %d s ago] ".formatted(seconds))
                  .orElse("")
              : "";
      String causes = EthernetWords.causes(row);
      return age + (causes.isEmpty() ? "-" : causes);
    }
  }

  /** Those that a filter lets through. */
  EthernetSheet(Reading reading, Filter filter, Glyphs glyphs) {
    this.glyphs = glyphs;
    this.ethernet = reading.details().ethernet();
    this.table = table(glyphs);
    this.lines = new ArrayList<>();
    for (EthernetActivity activity : reading.details().ethernetActivity()) {
      List<Line> own = new ArrayList<>();
      activity.rows().forEach(row -> own.add(new Line(activity, row, reading.snapshot().time())));
      if (own.stream().anyMatch(line -> table.matches(line, filter))) {
        lines.addAll(own);
      }
    }
  }

  private static Table<Line> table(Glyphs glyphs) {
    List<Column<Line>> columns = new ArrayList<>();
    columns.add(
        Column.text("ETHERNET", 10, Line::name)
            .wide(1)
            .styled(line -> line.isOld() ? Style.WARNING : Style.TEXT));
    columns.add(Column.text("ON", 8, Line::host).wide(1));
    columns.add(Column.text("MODE", 6, Line::mode).from(100));
    columns.add(Column.<Line>text("QUEUE", 5, line -> line.row.name()));
    columns.add(
        Column.<Line>text("MAC", 17, line -> line.isAll() ? line.of.now().mac() : "").from(140));
    columns.add(rate("RX/s", EthernetCount.RECEIVED));
    columns.add(rate("TX/s", EthernetCount.SENT));
    columns.add(count("RX", EthernetCount.RECEIVED));
    columns.add(count("TX", EthernetCount.SENT));
    columns.add(count("TO TAP", EthernetCount.TO_TAP).from(110));
    columns.add(count("FROM TAP", EthernetCount.FROM_TAP).from(110));
    columns.add(
        Column.<Line>count("DROPS", 6, line -> line.row.drops())
            .styled(line -> line.row.drops() > 0 ? Style.WARNING : Style.DIM));
    columns.add(
        Column.text("BY CAUSE", 10, Line::causes)
            .wide(4)
            .styled(line -> line.row.drops() > 0 || line.isOld() ? Style.WARNING : Style.DIM));
    return new Table<>(columns, Line::name, _ -> List.of(), "", glyphs);
  }

  private static Column<Line> rate(String name, EthernetCount count) {
    return Column.number(name, 6, line -> line.row.rate(count), line -> line.rate(count));
  }

  private static Column<Line> count(String name, EthernetCount count) {
    return Column.count(name, name.length() > 6 ? name.length() : 6, line -> line.row.of(count));
  }

  /** How many rows of the screen it is worth, with the empty one above it. */
  int height() {
    int rows = lines.size() + (ethernet.leftOut() > 0 ? 1 : 0);
    return rows == 0 ? 0 : 2 + rows;
  }

  /** Draws it; says how many rows are left out for lack of room. */
  void draw(Area area) {
    Area body = area.part(0, 1, area.width(), area.height() - 1);
    int room = body.height() - 1 - (ethernet.leftOut() > 0 ? 1 : 0);
    List<Line> shown = lines;
    String rest = "";
    if (lines.size() > room) {
      int fitting = Math.max(0, room - 1);
      shown = lines.subList(0, fitting);
      rest = "and %d more; a filter (/) chooses".formatted(lines.size() - fitting);
    }
    int y = table.sheet(body, shown);
    if (!rest.isEmpty()) {
      body.put(0, y++, Cells.fit(rest, body.width(), glyphs.ellipsis()), Style.DIM);
    }
    if (ethernet.leftOut() > 0) {
      String text =
          "%d left out: %s".formatted(ethernet.leftOut(), Printable.of(ethernet.trouble()));
      body.put(0, y, Cells.fit(text, body.width(), glyphs.ellipsis()), Style.WARNING);
    }
  }
}
