// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

/**
 * The two ends of a connection, each of which names the other.
 *
 * @param one the end at the host that comes first, or of the lower number
 * @param other the end at the host that comes later, which may be the same
 * @param certain whether there is no doubt that they belong together: there is if their sequence
 *     numbers do not meet, and their private addresses may be those of other hosts too, in another
 *     network
 */
public record ConnectionPair(ConnectionEnd one, ConnectionEnd other, boolean certain) {}
