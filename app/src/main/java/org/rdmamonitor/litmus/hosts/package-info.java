// SPDX-License-Identifier: MIT
/**
 * Litmus tests whose nodes are on several hosts: one host leads, and the others do as it says.
 * Enter by {@link org.rdmamonitor.litmus.hosts.Leader} and {@link
 * org.rdmamonitor.litmus.hosts.HostServer}, which talk over a {@link
 * org.rdmamonitor.litmus.hosts.Peer}; other packages make the connection and decide who may be at
 * its other end. Unit tests replace devices by other {@link
 * org.rdmamonitor.litmus.hosts.HostTestbeds}. rdma-secure(7) describes the protocol.
 *
 * <p>Each host reads the same text, makes the same plan of it and draws the same random numbers, so
 * that only what was observed has to be sent. Everything that comes from another host is bounded
 * and checked.
 *
 * <p>Uses {@code litmus.run} and {@code litmus.language}. A leader and what it makes is for one
 * thread; a server serves one leader at a time.
 */
@NullMarked
package org.rdmamonitor.litmus.hosts;

import org.jspecify.annotations.NullMarked;
