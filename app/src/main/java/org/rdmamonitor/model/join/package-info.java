// SPDX-License-Identifier: MIT
/**
 * The connections of several hosts, each end as the recording of its host tells it. Enter by {@link
 * org.rdmamonitor.model.join.HostLog}, which takes the samples of one recording, and {@link
 * org.rdmamonitor.model.join.Joiner}, which finds the two ends of each connection and how far the
 * clocks are apart. {@link org.rdmamonitor.model.join.ConnectionMap} adds up who talks to whom.
 *
 * <p>Uses {@code model} only. {@code HostLog} is for one thread; all else is immutable, or a
 * function.
 */
@NullMarked
package org.rdmamonitor.model.join;

import org.jspecify.annotations.NullMarked;
