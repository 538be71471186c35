// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import com.googlecode.lanterna.SGR;
import com.googlecode.lanterna.TextColor;
import com.googlecode.lanterna.TextColor.ANSI;
import com.googlecode.lanterna.TextColor.Indexed;
import java.util.List;
import java.util.Locale;

/** What styles look like. Everything a color says is also said by a word or a sign. */
public enum Theme {
  /** The sixteen colors of the terminal, on a dark background. */
  DEFAULT {
    @Override
    Look look(Style style) {
      return switch (style) {
        case TEXT -> Look.of(ANSI.DEFAULT);
        case DIM -> Look.of(ANSI.BLACK_BRIGHT);
        case TITLE -> Look.of(ANSI.CYAN_BRIGHT, SGR.BOLD);
        case HEADING -> Look.of(ANSI.CYAN);
        case SORTED -> Look.of(ANSI.YELLOW_BRIGHT, SGR.BOLD);
        case TAB, STATUS -> new Look(ANSI.WHITE, ANSI.BLUE, List.of());
        case TAB_ON -> new Look(ANSI.BLACK, ANSI.CYAN_BRIGHT, List.of());
        case KEY -> Look.of(ANSI.CYAN_BRIGHT);
        case GRAPH, GOOD -> Look.of(ANSI.GREEN);
        case NOTICE -> Look.of(ANSI.CYAN_BRIGHT);
        case WARNING -> Look.of(ANSI.YELLOW_BRIGHT);
        case CRITICAL -> Look.of(ANSI.RED_BRIGHT, SGR.BOLD);
        case SELECTED -> new Look(ANSI.BLACK, ANSI.WHITE, List.of());
      };
    }
  },

  /** For a light background. */
  LIGHT {
    @Override
    Look look(Style style) {
      return switch (style) {
        case TEXT -> Look.of(ANSI.DEFAULT);
        case DIM -> Look.of(new Indexed(244));
        case TITLE -> Look.of(ANSI.BLUE, SGR.BOLD);
        case HEADING -> Look.of(ANSI.BLUE);
        case SORTED -> Look.of(ANSI.MAGENTA, SGR.BOLD);
        case TAB, STATUS -> new Look(ANSI.BLACK, new Indexed(252), List.of());
        case TAB_ON -> new Look(new Indexed(231), ANSI.BLUE, List.of(SGR.BOLD));
        case KEY -> Look.of(ANSI.BLUE, SGR.BOLD);
        case GRAPH, GOOD -> Look.of(new Indexed(28));
        case NOTICE -> Look.of(ANSI.BLUE);
        case WARNING -> Look.of(new Indexed(130), SGR.BOLD);
        case CRITICAL -> Look.of(new Indexed(124), SGR.BOLD);
        case SELECTED -> new Look(new Indexed(231), new Indexed(238), List.of());
      };
    }
  },

  /**
   * Colors that people with any of the common kinds of color blindness tell apart: those of Okabe
   * and Ito (https://jfly.uni-koeln.de/color/), as near as 256 colors come to them.
   */
  COLORBLIND {
    @Override
    Look look(Style style) {
      return switch (style) {
        case TEXT -> Look.of(ANSI.DEFAULT);
        case DIM -> Look.of(new Indexed(245));
        case TITLE -> Look.of(SKY_BLUE, SGR.BOLD);
        case HEADING -> Look.of(SKY_BLUE);
        case SORTED -> Look.of(YELLOW, SGR.BOLD);
        case TAB, STATUS -> new Look(new Indexed(231), new Indexed(25), List.of());
        case TAB_ON -> new Look(new Indexed(16), YELLOW, List.of(SGR.BOLD));
        case KEY -> Look.of(SKY_BLUE, SGR.BOLD);
        case GRAPH, GOOD -> Look.of(new Indexed(36));
        case NOTICE -> Look.of(SKY_BLUE);
        case WARNING -> Look.of(new Indexed(214));
        case CRITICAL -> Look.of(new Indexed(166), SGR.BOLD, SGR.UNDERLINE);
        case SELECTED -> new Look(new Indexed(16), new Indexed(252), List.of());
      };
    }
  },

  /** No colors. */
  MONO {
    @Override
    Look look(Style style) {
      return switch (style) {
        case TEXT, DIM, GRAPH, GOOD, NOTICE -> Look.of(ANSI.DEFAULT);
        case TITLE, KEY, WARNING -> Look.of(ANSI.DEFAULT, SGR.BOLD);
        case HEADING -> Look.of(ANSI.DEFAULT, SGR.UNDERLINE);
        case SORTED -> Look.of(ANSI.DEFAULT, SGR.UNDERLINE, SGR.BOLD);
        case CRITICAL -> Look.of(ANSI.DEFAULT, SGR.BOLD, SGR.UNDERLINE);
        case TAB_ON, SELECTED, STATUS -> Look.of(ANSI.DEFAULT, SGR.REVERSE);
        case TAB -> Look.of(ANSI.DEFAULT);
      };
    }
  };

  private static final TextColor SKY_BLUE = new Indexed(74);
  private static final TextColor YELLOW = new Indexed(227);

  /** Colors and emphasis. */
  record Look(TextColor foreground, TextColor background, List<SGR> modifiers) {
    Look {
      modifiers = List.copyOf(modifiers);
    }

    static Look of(TextColor foreground, SGR... modifiers) {
      return new Look(foreground, ANSI.DEFAULT, List.of(modifiers));
    }
  }

  abstract Look look(Style style);

  /** {@code colorblind}. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one after this, and after the last the first. */
  Theme next() {
    List<Theme> all = List.of(values());
    return all.get((all.indexOf(this) + 1) % all.size());
  }
}
