// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.render.tui.canvas.Area;

/**
 * Where things were when a view was drawn, which keys and clicks refer to.
 *
 * @param place the actual place: the cursor is on a row that exists
 * @param key of the row of the cursor; empty if there is none
 * @param rows how many there are to move the cursor over
 * @param page how many of them are shown
 * @param columns that can be sorted by, in order
 * @param targets what can be clicked, the later above the earlier
 */
record ScreenLayout(
    ViewPosition place,
    String key,
    int rows,
    int page,
    List<String> columns,
    List<Target> targets) {

  /** What a click does. */
  sealed interface Act {}

  record ShowView(Tab view) implements Act {}

  record SortBy(String column) implements Act {}

  record GoTo(int row) implements Act {}

  /** A part of a line of the screen that can be clicked. */
  record Target(int x, int y, int width, Act act) {
    static Target of(Area area, int x, int y, int width, Act act) {
      return new Target(area.left() + x, area.top() + y, width, act);
    }

    Target moved(int right, int down) {
      return new Target(x + right, y + down, width, act);
    }
  }

  ScreenLayout {
    columns = List.copyOf(columns);
    targets = List.copyOf(targets);
  }

  ScreenLayout plus(List<Target> more) {
    List<Target> all = new ArrayList<>(targets);
    all.addAll(more);
    return new ScreenLayout(place, key, rows, page, columns, all);
  }

  @Nullable Act at(int x, int y) {
    return targets.stream()
        .filter(target -> target.y == y && x >= target.x && x < target.x + target.width)
        .reduce((first, second) -> second)
        .map(Target::act)
        .orElse(null);
  }
}
