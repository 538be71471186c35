// SPDX-License-Identifier: MIT
/**
 * Metrics for Prometheus, over HTTP. Enter by {@link org.rdmamonitor.render.metrics.Metrics}, which
 * the monitor tells what it sees, and {@link org.rdmamonitor.render.metrics.MetricsServer}, which
 * serves it.
 *
 * <p>May use {@code model}, {@code policy}, {@code render.words}, {@code http.server} and {@code
 * text}; alone in using Prometheus's library. One thread tells, any number ask: what is asked for
 * is the latest whole reading, and neither waits for the other.
 */
@NullMarked
package org.rdmamonitor.render.metrics;

import org.jspecify.annotations.NullMarked;
