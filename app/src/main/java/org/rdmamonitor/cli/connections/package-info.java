// SPDX-License-Identifier: MIT
/**
 * The command {@code connections}, who talks to whom, now or at a moment of a recording. Enter by
 * {@link org.rdmamonitor.cli.connections.ConnectionsCommand}. Builds on {@code cli.recordings},
 * {@code cli.options} and {@code cli.loop}. A command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli.connections;

import org.jspecify.annotations.NullMarked;
