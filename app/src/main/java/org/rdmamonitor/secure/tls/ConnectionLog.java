// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Is told what becomes of connections: for each connection exactly one of {@code accepted} and
 * {@code refused}, and for accepted ones {@code ended} at the end. Called by many threads at once;
 * must not throw.
 */
public interface ConnectionLog {
  /** A client is let in. */
  void accepted(Peer peer);

  /**
   * A connection was refused.
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

  /** Connections cannot be accepted at the moment; the server tries again. */
  void trouble(String line);
}
