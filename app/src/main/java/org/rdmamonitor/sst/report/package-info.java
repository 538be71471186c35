// SPDX-License-Identifier: MIT
/**
 * What people and programs see of a measured barrier, laid out as perftest lays out latency. Enter
 * by {@link org.rdmamonitor.sst.report.BarrierText} and {@link
 * org.rdmamonitor.sst.report.BarrierJson}.
 *
 * <p>Uses {@code sst} and {@code sst.measure}. Everything here is immutable, or a function.
 */
@NullMarked
package org.rdmamonitor.sst.report;

import org.jspecify.annotations.NullMarked;
