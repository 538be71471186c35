// SPDX-License-Identifier: MIT
/**
 * Moves the data and measures it: bandwidth and latency of every operation over connected queue
 * pairs. Enter by {@link org.rdmamonitor.secure.transfer.Transfer}, which takes a {@link
 * org.rdmamonitor.secure.transfer.TransferPlan} and a list of {@link
 * org.rdmamonitor.secure.transfer.Lane}s, whose memory {@link
 * org.rdmamonitor.secure.transfer.LaneLayout} divides.
 *
 * <p>Uses {@code nativelib.verbs}, {@code secure.wire}, {@code secure.seal} and HdrHistogram. The
 * loops poll: each needs a platform thread of its own.
 */
@NullMarked
package org.rdmamonitor.secure.transfer;

import org.jspecify.annotations.NullMarked;
