// SPDX-License-Identifier: MIT
/**
 * The collector: a socket at which processes ask for RDMA objects before they make them. Enter by
 * {@link org.rdmamonitor.quota.server.Collector}. Each connection is a {@link
 * org.rdmamonitor.quota.server.Conversation} on its own virtual thread; the kernel tells who is at
 * its other end. A process shares a {@link org.rdmamonitor.quota.server.CreditPage} with the
 * collector, so that it need not ask each time.
 *
 * <p>Uses {@code quota}, {@code quota.wire}, {@code quota.state}, {@code quota.host}, {@code files}
 * and {@code nativelib.posix}.
 */
@NullMarked
package org.rdmamonitor.quota.server;

import org.jspecify.annotations.NullMarked;
