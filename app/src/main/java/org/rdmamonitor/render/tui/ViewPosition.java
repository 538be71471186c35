// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

/**
 * Where a person is in one view, and how it is arranged.
 *
 * @param cursor row of the cursor, from 0
 * @param key of the row of the cursor; empty while the cursor has moved to a row that is not known
 *     yet, or, without details, stays at the top
 * @param top the first row that is shown
 * @param sort name of the column to sort by; empty for the view's own order
 * @param reversed whether the order is reversed
 * @param filter which rows to show
 * @param isOpen whether the details of the row of the cursor are shown
 */
record ViewPosition(
    int cursor, String key, int top, String sort, boolean reversed, Filter filter, boolean isOpen) {
  static final ViewPosition START = new ViewPosition(0, "", 0, "", false, Filter.ALL, false);

  /** The cursor on another row. */
  ViewPosition at(int row) {
    return new ViewPosition(Math.max(0, row), "", top, sort, reversed, filter, isOpen);
  }

  /** The actual position when it was drawn. */
  ViewPosition settled(int row, String rowKey, int firstShown) {
    return new ViewPosition(row, rowKey, firstShown, sort, reversed, filter, isOpen);
  }

  ViewPosition sortedBy(String column) {
    return new ViewPosition(cursor, key, top, column, false, filter, isOpen);
  }

  ViewPosition turned() {
    return new ViewPosition(cursor, key, top, sort, !reversed, filter, isOpen);
  }

  ViewPosition filtered(Filter changed) {
    return new ViewPosition(cursor, key, top, sort, reversed, changed, isOpen);
  }

  /** With the details of a row, on which the cursor stays until it is moved. */
  ViewPosition opened(String rowKey) {
    return new ViewPosition(cursor, rowKey, top, sort, reversed, filter, true);
  }

  /** Without details. */
  ViewPosition closed() {
    return new ViewPosition(cursor, key, top, sort, reversed, filter, false);
  }
}
