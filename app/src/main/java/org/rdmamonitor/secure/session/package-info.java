// SPDX-License-Identifier: MIT
/**
 * One client and one server over an authenticated connection. Each end makes its own queue pairs,
 * buffers and memory windows, and describes them to the other end in messages of {@code
 * secure.wire}. The ends connect the queue pairs themselves, or by the RDMA connection manager, and
 * {@code secure.transfer} moves data over them. Clients share nothing but the open device, and a
 * listener at the connection manager.
 *
 * <p>May use {@code secure.transfer}, {@code secure.tls}, {@code secure.wire}, {@code secure.seal}
 * and {@code nativelib.verbs}. Enter by {@link org.rdmamonitor.secure.session.ServerSession} and
 * {@link org.rdmamonitor.secure.session.ClientSession}.
 */
@NullMarked
package org.rdmamonitor.secure.session;

import org.jspecify.annotations.NullMarked;
