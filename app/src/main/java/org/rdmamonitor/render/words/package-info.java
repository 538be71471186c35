// SPDX-License-Identifier: MIT
/**
 * What is said in the same words wherever people read it: figures, states, causes, refusals,
 * health. Enter by {@link org.rdmamonitor.render.words.Figures}.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet} and {@code text}; nothing else of {@code
 * render}. All are functions.
 */
@NullMarked
package org.rdmamonitor.render.words;

import org.jspecify.annotations.NullMarked;
