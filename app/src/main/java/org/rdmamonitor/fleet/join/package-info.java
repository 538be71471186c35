// SPDX-License-Identifier: MIT
/**
 * The connections of a fleet, both ends of each found in what its hosts tell of them now. Enter by
 * {@link org.rdmamonitor.fleet.join.FleetConnections}.
 *
 * <p>May use {@code fleet}, {@code model}, {@code model.join}, {@code policy} and {@code
 * policy.join}: ends are joined, and held against rules, as those of recordings are. Everything is
 * immutable, or a function. Names are as they came.
 */
@NullMarked
package org.rdmamonitor.fleet.join;

import org.jspecify.annotations.NullMarked;
