// SPDX-License-Identifier: MIT
/**
 * What a network policy would have done to the connections of a recording ({@link
 * org.rdmamonitor.policy.peers.PeerDryRun}), and the policy that fits them ({@link
 * org.rdmamonitor.policy.peers.PeerAdvice}).
 *
 * <p>May use {@code model} and {@code policy.config}. Results are immutable.
 */
@NullMarked
package org.rdmamonitor.policy.peers;

import org.jspecify.annotations.NullMarked;
