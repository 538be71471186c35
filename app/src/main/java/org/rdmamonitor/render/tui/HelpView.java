// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.List;

/** What the keys do. */
final class HelpView {
  private static final List<String[]> KEYS =
      List.of(
          new String[] {"1-8 Tab Shift-Tab", "views (also Left, Right)"},
          new String[] {"Up Down j k", "move the cursor"},
          new String[] {"PgUp PgDn Home End", "move by pages, to the ends (also g, G)"},
          new String[] {"Enter", "details of the row; again closes them"},
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
    for (int i = 0; i < KEYS.size(); i++) {
      area.put(2, i + 1, KEYS.get(i)[0], Style.KEY);
      area.put(2 + KEY_WIDTH, i + 1, KEYS.get(i)[1], Style.TEXT);
    }
    int y = KEYS.size() + 2;
    area.put(1, y, "Words", Style.TITLE);
    area.put(2, y + 1, "NET/s", Style.KEY);
    area.put(
        2 + KEY_WIDTH, y + 1, "change of the number; MADE/s and GONE/s add up to it", Style.TEXT);
    area.put(2, y + 2, "P50 P99", Style.KEY);
    area.put(2 + KEY_WIDTH, y + 2, "half, 99 % of the calls took no longer", Style.TEXT);
    return new ScreenLayout(state.place(), "", 0, 0, List.of(), List.of());
  }
}
