// SPDX-License-Identifier: MIT
/**
 * Litmus tests whose nodes are on several hosts: one leads, the others do as it says. Enter by
 * {@link org.rdmamonitor.litmus.hosts.Leader} and {@link org.rdmamonitor.litmus.hosts.HostServer},
 * which talk over a {@link org.rdmamonitor.litmus.hosts.Peer}; how that is made, and who may be at
 * the other end, is not their business. {@link org.rdmamonitor.litmus.hosts.HostTestbeds} are where
 * unit tests put something else than devices. rdma-secure(7) has the conversation.
 *
 * <p>Each host reads the same text, makes the same plan of it and draws the same random numbers, so
 * that only what is seen has to be told. All that comes from another host has a bound and is
 * checked.
 *
 * <p>Uses {@code litmus.run} and {@code litmus.language}. A leader and what it makes is for one
 * thread; a server serves one leader at a time.
 */
@NullMarked
package org.rdmamonitor.litmus.hosts;

import org.jspecify.annotations.NullMarked;
