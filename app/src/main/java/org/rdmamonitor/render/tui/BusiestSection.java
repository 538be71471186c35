// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.render.tui.ScreenLayout.Target;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Column;
import org.rdmamonitor.render.tui.canvas.Glyphs;

/**
 * Who makes the most calls, has the most failures and owns the most objects: cgroups, processes and
 * peers; and what failed. Side by side where there is room, else below each other. For one thread.
 */
final class BusiestSection {
  private static final String SORT = "CALLS/s";

  /**
   * The fewest rows of the screen with which a part is useful: its title, headings and some rows.
   */
  private static final int LEAST = 5;

  /** With this many rows a part leaves room for others below. */
  private static final int ENOUGH = 8;

  /** With more rows than this a part would show no more than its view does. */
  private static final int MOST = 22;

  /** The least width of a part. */
  private static final int WIDTH = 38;

  /** The least width of each if all of them are side by side. */
  private static final int WIDE = 46;

  /** Up to this width two parts side by side are not too wide. */
  private static final int TWO_WIDE = 220;

  private static final int GAP = 2;

  private final Glyphs glyphs;
  private @Nullable Reading drawn;
  private List<BusiestPart<?>> parts = List.of();

  BusiestSection(Glyphs glyphs) {
    this.glyphs = glyphs;
  }

  /**
   * What was drawn.
   *
   * @param rows of the screen that it took
   * @param targets what can be clicked
   */
  record Section(int rows, List<Target> targets) {
    Section {
      targets = List.copyOf(targets);
    }
  }

  /**
   * Draws as much as fits into this many rows. Where the parts are depends only on the room, not on
   * their contents: so nothing jumps from one reading to the next.
   */
  Section draw(Area area, Reading reading, int room) {
    List<BusiestPart<?>> all = parts(reading);
    int beside = beside(area.width(), room);
    int lines = Math.min((all.size() + beside - 1) / beside, lines(room));
    List<Target> targets = new ArrayList<>();
    int y = 0;
    for (int line = 0; line < lines; line++) {
      int height = Math.min((line + 1) * (room + 1) / lines - line * (room + 1) / lines - 1, MOST);
      List<BusiestPart<?>> shown =
          all.subList(line * beside, Math.min(all.size(), (line + 1) * beside));
      for (int i = 0; i < shown.size(); i++) {
        int left = i * (area.width() + GAP) / shown.size();
        int next = (i + 1) * (area.width() + GAP) / shown.size();
        targets.add(shown.get(i).draw(area.part(left, y, next - GAP - left, height)));
      }
      y += height + 1;
    }
    return new Section(Math.max(0, y - 1), targets);
  }

  /** How many parts are side by side: two, where these have room for more columns. */
  private static int beside(int width, int room) {
    int most =
        (width + GAP) / 4 - GAP >= WIDE ? 4 : Math.clamp((width + GAP) / (WIDTH + GAP), 1, 3);
    return lines(room) > 1 && width <= TWO_WIDE ? Math.min(most, 2) : most;
  }

  /** How many of them can be below each other. */
  private static int lines(int room) {
    return room < LEAST ? 0 : Math.max(1, (room + 1) / (ENOUGH + 1));
  }

  /** Sorted once for a reading, which is drawn at every key. */
  @SuppressWarnings("ReferenceEquality") // the same reading, not one that looks like it
  private List<BusiestPart<?>> parts(Reading reading) {
    if (reading != drawn) {
      parts = List.of(cgroups(reading), processes(reading), peers(reading), failures(reading));
      drawn = reading;
    }
    return parts;
  }

  private BusiestPart<?> cgroups(Reading reading) {
    return new BusiestPart<>(
        View.CGROUPS,
        "",
        new CgroupsView(glyphs)
            .table(reading, false)
            .only(
                column -> column.width(16).aligned(Column.Alignment.LEFT_END),
                "CGROUP",
                SORT,
                "FAIL/s",
                "QP",
                "MR",
                "BYTES",
                "P99"),
        SORT,
        CgroupsView.flat(reading).stream().sorted(CgroupNode.BUSIEST_FIRST).toList());
  }

  private BusiestPart<?> processes(Reading reading) {
    return new BusiestPart<>(
        View.PROCESSES,
        "",
        new ProcessesView(glyphs)
            .table(reading)
            .only(
                column -> column.width(10).wide(1),
                "NAME",
                "PID",
                SORT,
                "FAIL/s",
                "QP",
                "MR",
                "BYTES",
                "CGROUP",
                "CPU"),
        SORT,
        ProcessesView.busiest(reading));
  }

  private BusiestPart<?> peers(Reading reading) {
    return new BusiestPart<>(
        View.CONNECTIONS,
        " by peer",
        ConnectionsView.peerTable(reading, glyphs),
        SORT,
        ConnectionsView.peers(reading));
  }

  private BusiestPart<?> failures(Reading reading) {
    return new BusiestPart<>(
        View.EVENTS,
        " that failed",
        new EventsView(glyphs)
            .table(reading)
            .only(column -> column, "EVENT", "RESULT", "NAME", "TIME", "CGROUP", "DETAILS")
            .saying("Nothing failed."),
        "",
        reading.events().stream().filter(EventsView::isTrouble).toList());
  }
}
