// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

/**
 * Where a person is in one view, and how it is arranged.
 *
 * @param cursor row of the cursor, from 0
 * @param key of the row of the cursor; empty while the cursor has moved to a row yet to be found,
 *     or stays at the top
 * @param top the first row that is shown
 * @param sort name of the column to sort by; empty for the view's own order
 * @param reversed whether the order is turned round
 * @param filter which rows to show
 * @param detail key of the row whose details are shown; empty for none
 */
record Place(
    int cursor, String key, int top, String sort, boolean reversed, Filter filter, String detail) {
  static final Place START = new Place(0, "", 0, "", false, Filter.ALL, "");

  /** The cursor on another row. */
  Place at(int row) {
    return new Place(Math.max(0, row), "", top, sort, reversed, filter, detail);
  }

  /** As it turned out when it was drawn. */
  Place settled(int row, String rowKey, int firstShown) {
    return new Place(row, rowKey, firstShown, sort, reversed, filter, detail);
  }

  Place sortedBy(String column) {
    return new Place(cursor, key, top, column, false, filter, detail);
  }

  Place turned() {
    return new Place(cursor, key, top, sort, !reversed, filter, detail);
  }

  Place filtered(Filter changed) {
    return new Place(cursor, key, top, sort, reversed, changed, detail);
  }

  Place detailed(String shown) {
    return new Place(cursor, key, top, sort, reversed, filter, shown);
  }
}
