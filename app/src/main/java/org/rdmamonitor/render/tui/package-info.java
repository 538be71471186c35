// SPDX-License-Identifier: MIT
/**
 * The screen. What is on it is a pure function of the readings and of what the user chose: views
 * draw on what is in {@code canvas}, {@link org.rdmamonitor.render.tui.Keys} turns a key into the
 * next {@link org.rdmamonitor.render.tui.TuiState}, {@code terminal} is where keys come from and
 * the canvas goes to. Enter by {@link org.rdmamonitor.render.tui.Tui}.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet}, and of {@code render} its own, {@code
 * words} and {@code text}; alone in using Lanterna, and that in {@code canvas} and {@code terminal}
 * only. All on one thread, but for the restoring of the terminal when the JVM shuts down.
 */
@NullMarked
package org.rdmamonitor.render.tui;

import org.jspecify.annotations.NullMarked;
