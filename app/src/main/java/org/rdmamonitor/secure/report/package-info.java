// SPDX-License-Identifier: MIT
/**
 * What people and programs see of a measurement, laid out as perftest does it, so that programs
 * that read perftest's output can read this. Enter by {@link
 * org.rdmamonitor.secure.report.TransferText} and {@link
 * org.rdmamonitor.secure.report.TransferJson}; {@link org.rdmamonitor.secure.report.BandwidthRow}
 * and {@link org.rdmamonitor.secure.report.LatencyRow} are made from results.
 *
 * <p>Uses {@code secure.transfer}, {@code secure.wire} and HdrHistogram. Everything here is
 * immutable, or a function.
 */
@NullMarked
package org.rdmamonitor.secure.report;

import org.jspecify.annotations.NullMarked;
