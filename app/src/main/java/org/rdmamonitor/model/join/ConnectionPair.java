// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

/**
 * The two ends of a connection, each of which names the other.
 *
 * @param one the end at the host that comes first, or of the lower number
 * @param other the end at the host that comes later, which may be the same
 */
public record ConnectionPair(ConnectionEnd one, ConnectionEnd other) {}
