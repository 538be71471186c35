// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

/** Draws one view. */
interface Panel {
  Layout draw(Area area, Reading reading, TuiState state);
}
