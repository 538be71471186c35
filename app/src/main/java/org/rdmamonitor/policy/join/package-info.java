// SPDX-License-Identifier: MIT
/**
 * What is wrong with connections, as the recordings of several hosts together show it; each rule is
 * a class or a method. Enter by {@link org.rdmamonitor.policy.join.JoinInspector}; {@link
 * org.rdmamonitor.policy.join.JoinRule} says what the rules look for.
 *
 * <p>May use {@code model} and {@code policy}. Functions of joined hosts; nothing is kept.
 */
@NullMarked
package org.rdmamonitor.policy.join;

import org.jspecify.annotations.NullMarked;
