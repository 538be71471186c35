// SPDX-License-Identifier: MIT
/**
 * Presents snapshots to those who read them. Enter by {@link org.rdmamonitor.render.Report}; its
 * implementations are in {@code text}, {@code json} and {@code tui}, or here, if they have a format
 * of their own.
 *
 * <p>May use {@code model}, {@code policy}, {@code fleet}, {@code render.words} and {@code text}.
 * What is written depends on nothing but the arguments: no clock, no locale, no environment is read
 * (but {@code metrics} and {@code otlp}, which serve and send, have clocks and sockets of their
 * own). A report is for one thread.
 */
@NullMarked
package org.rdmamonitor.render;

import org.jspecify.annotations.NullMarked;
