// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * An end whose other end was not found.
 *
 * @param end the end
 * @param owner the host that has the address that the end names; empty if no host has it or more
 *     than one, or if it is not clear which queue pair of the host is meant
 * @param namesake the queue pair that this host has, or had at the same time, under the number that
 *     the end names; it does not name the end
 * @param certain whether this host is meant for certain: a private address may be that of a host in
 *     another network as well
 */
public record LoneEnd(
    ConnectionEnd end, OptionalInt owner, Optional<ConnectionEnd> namesake, boolean certain) {

  /** An end of which nothing more can be said. */
  static LoneEnd unclear(ConnectionEnd end) {
    return new LoneEnd(end, OptionalInt.empty(), Optional.empty(), false);
  }
}
