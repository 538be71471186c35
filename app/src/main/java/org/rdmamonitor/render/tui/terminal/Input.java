// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

/** What a person did. */
public sealed interface Input {

  /** A key that writes a sign. */
  record Typed(char sign) implements Input {}

  /** A key with a name. */
  enum Key implements Input {
    UP,
    DOWN,
    LEFT,
    RIGHT,
    PAGE_UP,
    PAGE_DOWN,
    HOME,
    END,
    TAB,
    SHIFT_TAB,
    ENTER,
    ESCAPE,
    BACKSPACE,
    /** Ctrl-C. */
    INTERRUPT,
    /** Ctrl-Z. */
    SUSPEND,
    /** Ctrl-L: draw everything anew. */
    REDRAW,
    /** The terminal is gone. */
    HANGUP
  }

  /** A button pressed on a cell. */
  record Click(int x, int y) implements Input {}

  /** The wheel turned by lines, up where negative. */
  record Wheel(int lines) implements Input {}
}
