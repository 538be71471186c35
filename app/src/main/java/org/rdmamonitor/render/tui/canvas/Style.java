// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

/** What a cell means; a {@link Theme} says what it looks like. */
public enum Style {
  TEXT,
  /** What is there but of little interest, such as zeros. */
  DIM,
  /** The title of a section. */
  TITLE,
  /** The head of a column. */
  HEADING,
  /** The head of the column that a table is sorted by. */
  SORTED,
  TAB,
  /** The tab of the present view. */
  TAB_ON,
  STATUS,
  /** A key that can be pressed. */
  KEY,
  /** Gauges and sparklines. */
  GRAPH,
  GOOD,
  NOTICE,
  WARNING,
  CRITICAL,
  /** The row of the cursor. */
  SELECTED
}
