// SPDX-License-Identifier: MIT
/**
 * One client and one server over an authenticated connection: each end makes its own queue pairs,
 * buffers and memory windows, tells the other of them in messages of {@code secure.wire}, connects
 * them, by itself or by the RDMA connection manager, and has {@code secure.transfer} move data over
 * them. Nothing is shared between clients but the open device, and a listener at the connection
 * manager.
 *
 * <p>May use {@code secure.transfer}, {@code secure.tls}, {@code secure.wire}, {@code secure.seal}
 * and {@code nativelib.verbs}. Enter by {@link org.rdmamonitor.secure.session.ServerSession} and
 * {@link org.rdmamonitor.secure.session.ClientSession}.
 */
@NullMarked
package org.rdmamonitor.secure.session;

import org.jspecify.annotations.NullMarked;
