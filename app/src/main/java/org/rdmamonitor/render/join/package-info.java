// SPDX-License-Identifier: MIT
/**
 * Writes joined recordings: {@link org.rdmamonitor.render.join.JoinText}, {@link
 * org.rdmamonitor.render.join.JoinJson}, and the map of who talks to whom, {@link
 * org.rdmamonitor.render.join.MapFormat}.
 *
 * <p>May use {@code render} (words, text and JSON), {@code policy}, {@code policy.join}, {@code
 * model}, {@code model.join} and {@code text}. Functions; they write to what they are given and do
 * not flush it.
 */
@NullMarked
package org.rdmamonitor.render.join;

import org.jspecify.annotations.NullMarked;
