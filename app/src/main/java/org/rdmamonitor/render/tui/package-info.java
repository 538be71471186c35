// SPDX-License-Identifier: MIT
/**
 * The screen. What is on it is a pure function of the readings and of what the user chose: views
 * draw on a {@link org.rdmamonitor.render.tui.Canvas}, {@link org.rdmamonitor.render.tui.Keys}
 * turns a key into the next {@link org.rdmamonitor.render.tui.TuiState}. Enter by {@link
 * org.rdmamonitor.render.tui.Tui}.
 *
 * <p>May use {@code model}, {@code policy}, and of {@code render} its own, {@code words} and {@code
 * text}; alone in using Lanterna, and that in the classes that stand for a terminal only. All on
 * one thread, but for the restoring of the terminal when the JVM shuts down.
 */
@NullMarked
package org.rdmamonitor.render.tui;

import org.jspecify.annotations.NullMarked;
