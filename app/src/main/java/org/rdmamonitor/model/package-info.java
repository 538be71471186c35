// SPDX-License-Identifier: MIT
/**
 * What the monitor knows, as immutable data, and the pure functions that derive one view from
 * another: a {@link org.rdmamonitor.model.Sample} is one reading of a source, a {@link
 * org.rdmamonitor.model.Snapshot} is what two readings tell about the time between them. Enter by
 * {@code Snapshot}. The parts of samples are in {@code resource}, {@code call}, {@code cgroup},
 * {@code activity}, {@code limits} and {@code ethernet}, which know nothing of samples; {@code
 * connection} and {@code join} are views of them.
 *
 * <p>Depends on {@code units} only. Types are immutable and so safe for use by any thread, except
 * for those that take in samples ({@link org.rdmamonitor.model.Ledger}, {@code FlowRules}, {@code
 * CallNames}), builders and {@code BoundedMap}, which are for one thread at a time.
 */
@NullMarked
package org.rdmamonitor.model;

import org.jspecify.annotations.NullMarked;
