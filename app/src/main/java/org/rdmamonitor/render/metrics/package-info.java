// SPDX-License-Identifier: MIT
/**
 * Metrics for Prometheus, over HTTP. Enter by {@link org.rdmamonitor.render.metrics.Metrics}, to
 * which the monitor gives what it sees, and {@link org.rdmamonitor.render.metrics.MetricsServer},
 * which serves it.
 *
 * <p>May use {@code model}, {@code policy}, {@code render.words}, {@code http.server} and {@code
 * text}, and is the only package that uses Prometheus's library. One thread gives readings, any
 * number ask for them: they get the latest whole reading, and neither side waits for the other.
 */
@NullMarked
package org.rdmamonitor.render.metrics;

import org.jspecify.annotations.NullMarked;
