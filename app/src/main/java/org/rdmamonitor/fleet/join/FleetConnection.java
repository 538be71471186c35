// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.join;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.model.join.ConnectionEnd;

/**
 * A connection, as far as hosts report it.
 *
 * @param host of the first end
 * @param one the first end
 * @param peer what is known about the other end
 * @param peerHost the host that has the other end, or has its address; empty if not known
 * @param other the other end; empty if nobody reports it
 * @param reason why nothing is known about the other end, or why it is missing; empty if it is
 *     known
 */
public record FleetConnection(
    String host,
    ConnectionEnd one,
    Peer peer,
    String peerHost,
    Optional<ConnectionEnd> other,
    String reason) {

  /** What is known about the other end; the most worrying first. */
  public enum Peer {
    /** The host that has the address reports all its connections, and this is none of them. */
    MISSING,
    /** No host that could know about it reports it; whether it exists is not known. */
    UNKNOWN,
    KNOWN;

    /** {@code missing}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Those with a missing end first, then by host, device and number. */
  public static final Comparator<FleetConnection> WORST_FIRST =
      Comparator.comparing(FleetConnection::peer)
          .thenComparing(FleetConnection::host)
          .thenComparing(connection -> connection.one().device())
          .thenComparing(connection -> connection.one().number(), Integer::compareUnsigned);
}
