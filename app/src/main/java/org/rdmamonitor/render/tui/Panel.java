// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import org.rdmamonitor.render.tui.canvas.Area;

/** Draws one view. */
interface Panel {
  ScreenLayout draw(Area area, Reading reading, TuiState state);
}
