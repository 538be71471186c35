// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.join;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import org.rdmamonitor.model.join.ConnectionEnd;

/**
 * A connection, as far as hosts tell of it.
 *
 * @param host of the one end
 * @param one that end
 * @param peer what is known of the other
 * @param peerHost who has it, or has its address; empty where that is not known
 * @param other the other end; empty where nobody tells of it
 * @param reason why nothing is known of the other end, or why it is missing; empty where it is
 *     known
 */
public record FleetConnection(
    String host,
    ConnectionEnd one,
    Peer peer,
    String peerHost,
    Optional<ConnectionEnd> other,
    String reason) {

  /** What is known of the other end, the most worrying first. */
  public enum Peer {
    /** The host that has the address tells of all its connections, and this is none of them. */
    MISSING,
    /** Nobody who could would tell of it: that it is gone is not said. */
    UNKNOWN,
    KNOWN;

    /** {@code missing}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Those first of which an end is missing, then by host, device and number. */
  public static final Comparator<FleetConnection> WORST_FIRST =
      Comparator.comparing(FleetConnection::peer)
          .thenComparing(FleetConnection::host)
          .thenComparing(connection -> connection.one().device())
          .thenComparing(connection -> connection.one().number(), Integer::compareUnsigned);
}
