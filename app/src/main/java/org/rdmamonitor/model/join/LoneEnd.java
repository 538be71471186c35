// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * An end whose other end was not found.
 *
 * @param end it
 * @param owner the host that has the address which it names; empty if none has it, or more than
 *     one, or if it is not clear what it has by that number
 * @param namesake what that host has, or had, meanwhile by the number which it names, and which
 *     does not name it
 * @param certain whether it is known that this host is meant: a private address may be that of
 *     another host too, in another network
 */
public record LoneEnd(
    ConnectionEnd end, OptionalInt owner, Optional<ConnectionEnd> namesake, boolean certain) {

  /** One of which nothing can be said. */
  static LoneEnd unclear(ConnectionEnd end) {
    return new LoneEnd(end, OptionalInt.empty(), Optional.empty(), false);
  }
}
