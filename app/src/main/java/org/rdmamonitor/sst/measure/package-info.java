// SPDX-License-Identifier: MIT
/**
 * Measures a barrier, against WRITEs to and fro on the same queue pairs and against a barrier over
 * TCP, in turns, and checks what the barrier promises. Enter by {@link
 * org.rdmamonitor.sst.measure.MemberRun}, what one member does, and {@link
 * org.rdmamonitor.sst.measure.LocalRun}, which has several in one process.
 *
 * <p>Uses {@code sst} and HdrHistogram. A run is for one platform thread.
 */
@NullMarked
package org.rdmamonitor.sst.measure;

import org.jspecify.annotations.NullMarked;
