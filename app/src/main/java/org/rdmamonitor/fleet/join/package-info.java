// SPDX-License-Identifier: MIT
/**
 * The connections of a fleet: pairs up their two ends from what the hosts report about them now.
 * Enter by {@link org.rdmamonitor.fleet.join.FleetConnections}.
 *
 * <p>May use {@code fleet}, {@code model}, {@code model.join}, {@code policy} and {@code
 * policy.join}: ends are joined, and checked by rules, in the same way as ends from recordings.
 * Everything is immutable, or a function. Names are kept as they came.
 */
@NullMarked
package org.rdmamonitor.fleet.join;

import org.jspecify.annotations.NullMarked;
