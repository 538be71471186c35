// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

/** Draws one view. */
interface Panel {
  ScreenLayout draw(Area area, Reading reading, TuiState state);
}
