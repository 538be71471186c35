// SPDX-License-Identifier: MIT
/**
 * Snapshots for those who read them. Enter by {@link org.rdmamonitor.render.Report}; what
 * implements it is in {@code text}, {@code json} and {@code tui}, or here, where it is a format of
 * its own.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet}, {@code render.words} and {@code text}.
 * What is written depends on nothing but the arguments: no clock, no locale, no environment is read
 * (what serves and sends, {@code metrics} and {@code otlp}, has clocks and sockets of its own). A
 * report is for one thread.
 */
@NullMarked
package org.rdmamonitor.render;

import org.jspecify.annotations.NullMarked;
