// SPDX-License-Identifier: MIT
/**
 * A shared state table over one-sided writes, and a barrier over it. Every member has a row that it
 * alone writes and pushes to the same place at each other member by RDMA WRITE, and reads the
 * others' rows in its own memory; nobody's processor is asked. Enter by {@link
 * org.rdmamonitor.sst.SharedTable} and {@link org.rdmamonitor.sst.Barrier}; {@link
 * org.rdmamonitor.sst.BarrierVariant} says what each kind of barrier promises. {@code rdma-secure
 * litmus certify barrier} and {@code certify sst} hold the promises against a model of RDMA's
 * memory, by default for 2 and 3 members and up to three rounds; beyond that they are argued, not
 * proved.
 *
 * <p>Uses the JDK and {@code units} only: memory and queue pairs are behind {@link
 * org.rdmamonitor.sst.Fabric}, which {@code sst.verbs} has for real devices and tests have without
 * any. A table and its barriers are for one thread, which busy-waits and so wants to be a platform
 * thread.
 */
@NullMarked
package org.rdmamonitor.sst;

import org.jspecify.annotations.NullMarked;
