// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;
import org.rdmamonitor.render.tui.canvas.Area;
import org.rdmamonitor.render.tui.canvas.Style;

/** What the keys do. */
final class HelpView {
  private static final List<String[]> KEYS =
      List.of(
          new String[] {"1-%d Tab Shift-Tab", "views (also Left, Right)"},
          new String[] {"Up Down j k", "move the cursor"},
          new String[] {"PgUp PgDn Home End", "move by pages, to the ends (also g, G)"},
          new String[] {"Enter", "details of the row of the cursor; again closes them"},
          new String[] {"/", "filter: a regular expression; ! before it inverts"},
          new String[] {"Esc", "closes help, details, filter"},
          new String[] {"s  r", "sort by the next column; turn the order round"},
          new String[] {"p", "pause (also Space)"},
          new String[] {"+  -", "longer, shorter interval"},
          new String[] {"t", "cgroups as a tree, or flat"},
          new String[] {"e", "export this view into a text file"},
          new String[] {"T", "next theme of colors"},
          new String[] {"Ctrl-L", "draw the screen anew"},
          new String[] {"?", "this help (also h)"},
          new String[] {"q  Ctrl-Z", "quit; suspend"},
          new String[] {"Mouse", "a tab, a heading (twice: turn), a row; the wheel"});
  private static final int KEY_WIDTH = 20;

  private HelpView() {}

  static ScreenLayout draw(Area area, TuiState state) {
    area.put(1, 0, "Keys", Style.TITLE);
    List<String[]> keys = keys(state.view());
    for (int i = 0; i < keys.size(); i++) {
      area.put(2, i + 1, keys.get(i)[0].formatted(state.view().all().size()), Style.KEY);
      area.put(2 + KEY_WIDTH, i + 1, keys.get(i)[1], Style.TEXT);
    }
    words(area.part(0, keys.size() + 2, area.width(), area.height()), state.view());
    return new ScreenLayout(state.place(), "", 0, 0, List.of(), List.of());
  }

  private static List<String[]> keys(Tab view) {
    return switch (view) {
      case View _ -> KEYS;
      // Its cgroups are no tree.
      case FleetView _ -> KEYS.stream().filter(key -> !key[0].equals("t")).toList();
    };
  }

  private static void words(Area area, Tab view) {
    area.put(1, 0, "Words", Style.TITLE);
    String[][] words =
        switch (view) {
          case View _ ->
              new String[][] {
                {"NET/s", "change of the number; MADE/s and GONE/s add up to it"},
                {"P50 P99", "half, 99 % of the calls took no longer"}
              };
          case FleetView _ ->
              new String[][] {
                {"AGE  -", "how old the figures are; a dash is what is not known"},
                {"FIND", "findings: critical, warnings, notices"}
              };
        };
    for (int i = 0; i < words.length; i++) {
      area.put(2, i + 1, words[i][0], Style.KEY);
      area.put(2 + KEY_WIDTH, i + 1, words[i][1], Style.TEXT);
    }
  }
}
