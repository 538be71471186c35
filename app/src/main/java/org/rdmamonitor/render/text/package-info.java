// SPDX-License-Identifier: MIT
/**
 * Reports as text: a page of sections for a snapshot, tables of connections and fleets, lines of
 * events. Enter by {@link org.rdmamonitor.render.text.TextReport}.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet}, {@code render}, {@code render.words} and
 * {@code text}. What is written depends on nothing but the arguments: no clock, no locale, no
 * environment is read. A report is for one thread.
 */
@NullMarked
package org.rdmamonitor.render.text;

import org.jspecify.annotations.NullMarked;
