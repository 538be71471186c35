// SPDX-License-Identifier: MIT
/**
 * Moves the data and measures it: bandwidth and latency of every operation over queue pairs that
 * are connected. Enter by {@link org.rdmamonitor.secure.transfer.Transfer}, which is made of a
 * {@link org.rdmamonitor.secure.transfer.TransferPlan} and a list of {@link
 * org.rdmamonitor.secure.transfer.Lane}s, whose memory {@link
 * org.rdmamonitor.secure.transfer.LaneLayout} divides.
 *
 * <p>Uses {@code nativelib.verbs}, {@code secure.wire}, {@code secure.seal} and HdrHistogram. The
 * loops poll: each wants a platform thread of its own.
 */
@NullMarked
package org.rdmamonitor.secure.transfer;

import org.jspecify.annotations.NullMarked;
