// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.security.SecureRandom;

/**
 * Numbers that nobody else can guess, from the operating system's source of randomness: a new one
 * for each direction of each queue pair. Safe for any number of threads.
 */
public final class FreshNumbers {
  private static final int PSN_END = 1 << 24;

  private final SecureRandom random = new SecureRandom();

  /** A packet sequence number to begin with: 24 bits, never 0. */
  public int psn() {
    return random.nextInt(1, PSN_END);
  }

  /** A Q_Key without the top bit that marks a privileged one: 31 bits, never 0. */
  public int qkey() {
    return random.nextInt(1, Integer.MAX_VALUE);
  }

  /** A token that members of a group show each other. */
  public long token() {
    return random.nextLong();
  }

  /** A place for the connection manager's requests, with a token of 16 bytes. */
  public ConnectionService connectionService(int port) {
    return new ConnectionService(port, random.nextLong() | 1, random.nextLong());
  }
}
