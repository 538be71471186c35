// SPDX-License-Identifier: MIT
/**
 * The commands {@code connections}, who talks to whom, now or at a moment of a recording, and
 * {@code join}, the same of several hosts by their recordings. Enter by {@link
 * org.rdmamonitor.cli.connections.ConnectionsCommand} and {@link
 * org.rdmamonitor.cli.connections.JoinCommand}. Builds on {@code cli.recordings}, {@code
 * cli.options} and {@code cli.loop}. A command runs on one thread.
 */
@NullMarked
package org.rdmamonitor.cli.connections;

import org.jspecify.annotations.NullMarked;
