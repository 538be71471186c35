// SPDX-License-Identifier: MIT
/**
 * What is wrong with connections, as the recordings of several hosts show it together: a rule each.
 * Enter by {@link org.rdmamonitor.policy.join.JoinInspector}; {@link
 * org.rdmamonitor.policy.join.JoinRule} says what they look for.
 *
 * <p>May use {@code model} and {@code policy}. Functions of joined hosts; nothing is kept.
 */
@NullMarked
package org.rdmamonitor.policy.join;

import org.jspecify.annotations.NullMarked;
