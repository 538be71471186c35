// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Is told what becomes of connections: exactly one of {@code accepted} and {@code refused} for
 * each, and for the accepted {@code ended} in the end. Called by many threads at once; must not
 * throw.
 */
public interface ConnectionLog {
  /** A client is let in. */
  void accepted(Peer peer);

  /**
   * A connection is not.
   *
   * @param line for people: address, reason in words; without secrets
   */
  void refused(InetSocketAddress from, Reason reason, String line);

  /**
   * A client is gone.
   *
   * @param trouble a line for people, if it did not end as it should
   */
  void ended(Peer peer, Optional<String> trouble);

  /** Connections cannot be accepted at the moment; it is tried again. */
  void trouble(String line);
}
