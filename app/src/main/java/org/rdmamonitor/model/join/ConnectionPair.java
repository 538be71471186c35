// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

/**
 * The two ends of a connection, each of which names the other.
 *
 * @param one the end at the host that comes first, or the one with the lower number
 * @param other the end at the host that comes later, or at the same host
 * @param certain whether it is certain that they belong together. It is not if their sequence
 *     numbers do not meet, and their addresses are private, so that other hosts in another network
 *     may have them too
 */
public record ConnectionPair(ConnectionEnd one, ConnectionEnd other, boolean certain) {}
