// SPDX-License-Identifier: MIT
/**
 * The terminal: keys and the mouse from it, a canvas onto it, and its mode, which is restored
 * whatever happens. Enter by {@link org.rdmamonitor.render.tui.terminal.Display}.
 *
 * <p>May use {@code render.tui.canvas} and Lanterna. For one thread, but for the restoring of the
 * terminal when the JVM shuts down.
 */
@NullMarked
package org.rdmamonitor.render.tui.terminal;

import org.jspecify.annotations.NullMarked;
