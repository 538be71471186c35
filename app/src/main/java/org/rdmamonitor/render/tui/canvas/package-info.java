// SPDX-License-Identifier: MIT
/**
 * What views draw with: cells of a screen, styles and themes, gauges, columns of tables. Enter by
 * {@link org.rdmamonitor.render.tui.canvas.Canvas}.
 *
 * <p>Of Lanterna it has only the names of colors and the widths of letters. A canvas is for one
 * thread; all else is immutable, or a function.
 */
@NullMarked
package org.rdmamonitor.render.tui.canvas;

import org.jspecify.annotations.NullMarked;
