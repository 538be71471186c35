// SPDX-License-Identifier: MIT
/**
 * RDMA netlink (rdma(8), drivers/infiniband/core/nldev.c): a socket, messages and the numbers of
 * attributes.
 *
 * <p>Over {@code nativelib.posix}. Classes are not safe for use by several threads.
 */
@NullMarked
package org.rdmamonitor.nativelib.netlink;

import org.jspecify.annotations.NullMarked;
