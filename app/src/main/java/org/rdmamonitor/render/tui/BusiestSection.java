// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
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

  /** The least width of a part. */
  private static final int WIDTH = 38;

  /** The least width of each if all of them are side by side. */
  private static final int WIDE = 46;

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

  /** Draws as much as there is room for in so many rows. */
  Section draw(Area area, Reading reading, int room) {
    List<List<BusiestPart<?>>> lines = lines(parts(reading), beside(area.width()));
    int[] heights =
        heights(
            lines.stream()
                .mapToInt(line -> line.stream().mapToInt(BusiestPart::height).max().orElse(0))
                .toArray(),
            room);
    List<Target> targets = new ArrayList<>();
    int y = 0;
    for (int line = 0; line < heights.length; line++) {
      List<BusiestPart<?>> shown = lines.get(line);
      for (int i = 0; i < shown.size(); i++) {
        int left = i * (area.width() + GAP) / shown.size();
        int next = (i + 1) * (area.width() + GAP) / shown.size();
        targets.add(shown.get(i).draw(area.part(left, y, next - GAP - left, heights[line])));
      }
      y += heights[line] + 1;
    }
    return new Section(Math.max(0, y - 1), targets);
  }

  private static int beside(int width) {
    int all = 4;
    return (width + GAP) / all - GAP >= WIDE
        ? all
        : Math.clamp((width + GAP) / (WIDTH + GAP), 1, all - 1);
  }

  private static List<List<BusiestPart<?>>> lines(List<BusiestPart<?>> parts, int beside) {
    return IntStream.iterate(0, i -> i < parts.size(), i -> i + beside)
        .mapToObj(i -> parts.subList(i, Math.min(parts.size(), i + beside)))
        .toList();
  }

  /**
   * How high each line is: as many lines as have enough, or the first with the least; what is left
   * over goes to the first that can use it.
   *
   * @param wanted rows of each
   * @param room rows for all, with a blank one between any two
   */
  private static int[] heights(int[] wanted, int room) {
    int[] heights = Arrays.stream(wanted).map(rows -> Math.min(rows, BusiestPart.ENOUGH)).toArray();
    int count = 0;
    int left = room;
    while (count < heights.length && left >= heights[count]) {
      left -= heights[count++] + 1;
    }
    left++;
    if (count == 0 && room >= BusiestPart.LEAST) {
      return new int[] {room};
    }
    for (int i = 0; i < count; i++) {
      int more = Math.min(left, wanted[i] - heights[i]);
      heights[i] += more;
      left -= more;
    }
    return Arrays.copyOf(heights, count);
  }

  /** Put in order once for a reading, which is drawn at every key. */
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
