// SPDX-License-Identifier: MIT
/**
 * The collector: a socket at which processes ask for RDMA objects before they make them. Enter by
 * {@link org.rdmamonitor.quota.server.Collector}. Each connection is a {@link
 * org.rdmamonitor.quota.server.Conversation} on a virtual thread of its own; who is at its other
 * end is what the kernel says. {@link org.rdmamonitor.quota.server.CreditPage} is what a process
 * shares with the collector, so that it need not ask.
 *
 * <p>Uses {@code quota}, {@code quota.wire}, {@code quota.state}, {@code quota.host}, {@code files}
 * and {@code nativelib.posix}.
 */
@NullMarked
package org.rdmamonitor.quota.server;

import org.jspecify.annotations.NullMarked;
