// SPDX-License-Identifier: MIT
/**
 * A shared state table over one-sided writes, and a barrier over it. Every member has a row that
 * only it writes, and that it pushes to the same place at each other member by RDMA WRITE; the
 * others' rows it reads in its own memory, without involving another member's processor. Enter by
 * {@link org.rdmamonitor.sst.SharedTable} and {@link org.rdmamonitor.sst.Barrier}; {@link
 * org.rdmamonitor.sst.BarrierVariant} says what each variant of the barrier promises. {@code
 * rdma-secure litmus certify barrier} and {@code certify sst} check the promises against a model of
 * RDMA's memory, by default for 2 and 3 members and up to three rounds; beyond that they are
 * argued, not proved.
 *
 * <p>Uses only the JDK and {@code units}: memory and queue pairs are behind {@link
 * org.rdmamonitor.sst.Fabric}, which {@code sst.verbs} implements for real devices, and tests
 * implement without any. A table and its barriers are for one thread, which busy-waits and so
 * should be a platform thread.
 */
@NullMarked
package org.rdmamonitor.sst;

import org.jspecify.annotations.NullMarked;
