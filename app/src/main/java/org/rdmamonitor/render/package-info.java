// SPDX-License-Identifier: MIT
/**
 * Snapshots as text and as JSON. Enter by {@link org.rdmamonitor.render.Report}.
 *
 * <p>May use {@code model} and {@code policy}; alone in using Jackson. What is written depends on
 * nothing but the arguments: no clock, no locale, no environment is read. A report is for one
 * thread.
 */
@NullMarked
package org.rdmamonitor.render;

import org.jspecify.annotations.NullMarked;
