// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;

/** What one end brings into a group; its methods are called in this order, by one thread. */
public interface Member {
  /**
   * Another member, as seen from this one.
   *
   * @param address where it accepts TCP connections
   * @param queuePair that it has for this one
   */
  record Other(int number, InetAddress address, int tcpPort, QueuePairEndpoint queuePair) {}

  /** Where it accepts TCP connections of others. */
  int tcpPort();

  /**
   * Makes queue pairs, one for each other member, in the order of their numbers.
   *
   * @param local this host's address of the connection to the group's server; for the server, that
   *     of the first client's
   * @param self its number: 0 for the server, whose role is that of its first client otherwise
   */
  List<QueuePairEndpoint> make(Role role, int self, InetAddress local) throws IOException;

  /**
   * Connects them.
   *
   * @param token that all members show each other over TCP
   */
  void connect(List<Other> peers, long token) throws IOException, InterruptedException;

  /**
   * Does what the group is for; all members are connected. When it returns, nothing is under way
   * any more.
   *
   * @throws IOException with a sentence for the others
   * @throws InterruptedException if the group ends before
   */
  void run() throws IOException, InterruptedException;

  /** Ends what an interrupt of the thread does not; called by another, at any time, or never. */
  void stop();
}
