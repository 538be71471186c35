// SPDX-License-Identifier: MIT
/**
 * The screen. Its contents are a pure function of the readings and of what the user chose: views
 * draw with what is in {@code canvas}, {@link org.rdmamonitor.render.tui.Keys} turns a key into the
 * next {@link org.rdmamonitor.render.tui.TuiState}, keys come from {@code terminal}, and the canvas
 * goes to it. Enter by {@link org.rdmamonitor.render.tui.Tui}.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet}, and of {@code render} itself, {@code
 * words} and {@code text}. It is the only package that uses Lanterna, and only in {@code canvas}
 * and {@code terminal}. Everything is on one thread, except for restoring the terminal when the JVM
 * shuts down.
 */
@NullMarked
package org.rdmamonitor.render.tui;

import org.jspecify.annotations.NullMarked;
