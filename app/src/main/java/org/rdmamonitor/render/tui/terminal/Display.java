// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.terminal;

import java.io.IOException;
import java.util.Optional;
import org.rdmamonitor.render.tui.canvas.Canvas;
import org.rdmamonitor.render.tui.canvas.Theme;

/** Where a person looks and types. */
public interface Display extends AutoCloseable {
  /** Columns and rows. */
  record Size(int columns, int rows) {}

  /** The size at this moment. */
  Size size();

  /** What the person did next; empty if nothing yet. Does not wait. */
  Optional<Input> poll() throws IOException;

  /**
   * Shows a canvas of the size that the display had.
   *
   * @param anew whether everything is drawn, also what has not changed
   */
  void show(Canvas canvas, Theme theme, boolean anew) throws IOException;

  /** Leaves the terminal as it was, stops this process, and takes the terminal over again. */
  void suspend() throws IOException;

  /** Leaves the terminal as it was. */
  @Override
  void close();
}
