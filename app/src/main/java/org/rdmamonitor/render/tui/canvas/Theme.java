// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

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
    public Appearance look(Style style) {
      return switch (style) {
        case TEXT -> Appearance.of(ANSI.DEFAULT);
        case DIM -> Appearance.of(ANSI.BLACK_BRIGHT);
        case TITLE -> Appearance.of(ANSI.CYAN_BRIGHT, SGR.BOLD);
        case HEADING -> Appearance.of(ANSI.CYAN);
        case SORTED -> Appearance.of(ANSI.YELLOW_BRIGHT, SGR.BOLD);
        case TAB, STATUS -> new Appearance(ANSI.WHITE, ANSI.BLUE, List.of());
        case TAB_ON -> new Appearance(ANSI.BLACK, ANSI.CYAN_BRIGHT, List.of());
        case KEY -> Appearance.of(ANSI.CYAN_BRIGHT);
        case GRAPH, GOOD -> Appearance.of(ANSI.GREEN);
        case NOTICE -> Appearance.of(ANSI.CYAN_BRIGHT);
        case WARNING -> Appearance.of(ANSI.YELLOW_BRIGHT);
        case CRITICAL -> Appearance.of(ANSI.RED_BRIGHT, SGR.BOLD);
        case SELECTED -> new Appearance(ANSI.BLACK, ANSI.WHITE, List.of());
      };
    }
  },

  /** For a light background. */
  LIGHT {
    @Override
    public Appearance look(Style style) {
      return switch (style) {
        case TEXT -> Appearance.of(ANSI.DEFAULT);
        case DIM -> Appearance.of(new Indexed(244));
        case TITLE -> Appearance.of(ANSI.BLUE, SGR.BOLD);
        case HEADING -> Appearance.of(ANSI.BLUE);
        case SORTED -> Appearance.of(ANSI.MAGENTA, SGR.BOLD);
        case TAB, STATUS -> new Appearance(ANSI.BLACK, new Indexed(252), List.of());
        case TAB_ON -> new Appearance(new Indexed(231), ANSI.BLUE, List.of(SGR.BOLD));
        case KEY -> Appearance.of(ANSI.BLUE, SGR.BOLD);
        case GRAPH, GOOD -> Appearance.of(new Indexed(28));
        case NOTICE -> Appearance.of(ANSI.BLUE);
        case WARNING -> Appearance.of(new Indexed(130), SGR.BOLD);
        case CRITICAL -> Appearance.of(new Indexed(124), SGR.BOLD);
        case SELECTED -> new Appearance(new Indexed(231), new Indexed(238), List.of());
      };
    }
  },

  /**
   * Colors that people with any of the common kinds of color blindness tell apart: those of Okabe
   * and Ito (https://jfly.uni-koeln.de/color/), as near as 256 colors come to them.
   */
  COLORBLIND {
    @Override
    public Appearance look(Style style) {
      return switch (style) {
        case TEXT -> Appearance.of(ANSI.DEFAULT);
        case DIM -> Appearance.of(new Indexed(245));
        case TITLE -> Appearance.of(SKY_BLUE, SGR.BOLD);
        case HEADING -> Appearance.of(SKY_BLUE);
        case SORTED -> Appearance.of(YELLOW, SGR.BOLD);
        case TAB, STATUS -> new Appearance(new Indexed(231), new Indexed(25), List.of());
        case TAB_ON -> new Appearance(new Indexed(16), YELLOW, List.of(SGR.BOLD));
        case KEY -> Appearance.of(SKY_BLUE, SGR.BOLD);
        case GRAPH, GOOD -> Appearance.of(new Indexed(36));
        case NOTICE -> Appearance.of(SKY_BLUE);
        case WARNING -> Appearance.of(new Indexed(214));
        case CRITICAL -> Appearance.of(new Indexed(166), SGR.BOLD, SGR.UNDERLINE);
        case SELECTED -> new Appearance(new Indexed(16), new Indexed(252), List.of());
      };
    }
  },

  /** No colors. */
  MONO {
    @Override
    public Appearance look(Style style) {
      return switch (style) {
        case TEXT, DIM, GRAPH, GOOD, NOTICE -> Appearance.of(ANSI.DEFAULT);
        case TITLE, KEY, WARNING -> Appearance.of(ANSI.DEFAULT, SGR.BOLD);
        case HEADING -> Appearance.of(ANSI.DEFAULT, SGR.UNDERLINE);
        case SORTED -> Appearance.of(ANSI.DEFAULT, SGR.UNDERLINE, SGR.BOLD);
        case CRITICAL -> Appearance.of(ANSI.DEFAULT, SGR.BOLD, SGR.UNDERLINE);
        case TAB_ON, SELECTED, STATUS -> Appearance.of(ANSI.DEFAULT, SGR.REVERSE);
        case TAB -> Appearance.of(ANSI.DEFAULT);
      };
    }
  };

  private static final TextColor SKY_BLUE = new Indexed(74);
  private static final TextColor YELLOW = new Indexed(227);

  /** Colors and emphasis. */
  public record Appearance(TextColor foreground, TextColor background, List<SGR> modifiers) {
    public Appearance {
      modifiers = List.copyOf(modifiers);
    }

    static Appearance of(TextColor foreground, SGR... modifiers) {
      return new Appearance(foreground, ANSI.DEFAULT, List.of(modifiers));
    }
  }

  public abstract Appearance look(Style style);

  /** {@code colorblind}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one after this, and after the last the first. */
  public Theme next() {
    List<Theme> all = List.of(values());
    return all.get((all.indexOf(this) + 1) % all.size());
  }
}
