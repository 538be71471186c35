// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.group;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.rdmamonitor.secure.wire.GroupMessage.Role;
import org.rdmamonitor.secure.wire.QueuePairEndpoint;

/** What one end contributes to a group; its methods are called in this order, by one thread. */
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
   * @param local this host's address of the connection to the group's server; for the server, of
   *     the connection to the first client
   * @param self its number; 0 for the server, which is given the role of its first client
   */
  List<QueuePairEndpoint> make(Role role, int self, InetAddress local) throws IOException;

  /**
   * Connects them.
   *
   * @param token that all members show each other over TCP
   */
  void connect(List<Other> peers, long token) throws IOException, InterruptedException;

  /**
   * Does the group's task; all members are connected. When it returns, nothing is under way any
   * more.
   *
   * @throws IOException with a sentence for the others
   * @throws InterruptedException if the group ends before
   */
  void run() throws IOException, InterruptedException;

  /**
   * Ends what interrupting the thread does not end; called by another thread, at any time, or
   * never.
   */
  void stop();
}
