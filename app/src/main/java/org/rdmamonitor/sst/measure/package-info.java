// SPDX-License-Identifier: MIT
/**
 * Measures a barrier and, in turns with it, a ping-pong of WRITEs on the same queue pairs and a
 * barrier over TCP; and checks what the barrier promises. Enter by {@link
 * org.rdmamonitor.sst.measure.MemberRun}, what one member does, and {@link
 * org.rdmamonitor.sst.measure.LocalRun}, which has all members in one process.
 *
 * <p>Uses {@code sst} and HdrHistogram. A run is for one platform thread.
 */
@NullMarked
package org.rdmamonitor.sst.measure;

import org.jspecify.annotations.NullMarked;
