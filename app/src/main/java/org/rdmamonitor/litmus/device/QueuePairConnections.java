// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.device;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.rdmamonitor.litmus.hosts.NodeAddress;
import org.rdmamonitor.litmus.hosts.PairAddress;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.Gid;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.Mtu;
import org.rdmamonitor.nativelib.verbs.PortInfo.LinkLayer;
import org.rdmamonitor.nativelib.verbs.Route;

/** How queue pairs of this host and of others are connected. */
final class QueuePairConnections {
  private static final int MOST_READS = 255;
  private static final SecureRandom RANDOM = new SecureRandom();

  private QueuePairConnections() {}

  /** What other hosts are told about memory. */
  static NodeAddress address(Address own, DeviceAttributes attributes, MemoryRegion region) {
    ByteBuffer gid = ByteBuffer.wrap(own.gid().gid().bytes());
    return new NodeAddress(
        gid.getLong(),
        gid.getLong(),
        isInfiniBand(own) ? own.port().lid() : 0,
        own.port().activeMtu().bytes(),
        Math.clamp(attributes.maxReads(), 0, MOST_READS),
        Math.clamp(attributes.maxReadsAsked(), 0, MOST_READS),
        region.start(),
        region.rkey());
  }

  private static boolean isInfiniBand(Address own) {
    return own.port().linkLayer() == LinkLayer.INFINIBAND;
  }

  /** A packet sequence number that is hard to guess. */
  static int psn() {
    return RANDOM.nextInt(1, Connection.MAX_24_BITS + 1);
  }

  /** The GID of a port. */
  static Gid gid(NodeAddress address) {
    return Gid.of(
        ByteBuffer.allocate(Gid.BYTES)
            .putLong(address.gidHigh())
            .putLong(address.gidLow())
            .array());
  }

  /**
   * How to connect a queue pair here with one that is elsewhere, or here too.
   *
   * @param psn of the queue pair here
   * @param reads how many READs it has under way at a time
   */
  static Connection connection(
      Address own, int psn, NodeAddress there, PairAddress pair, int reads) {
    Mtu mtu = Mtu.ofBytes(Math.min(own.port().activeMtu().bytes(), there.mtu()));
    Route route =
        isInfiniBand(own)
            ? Route.toLid(own.port().number(), there.lid())
            : Route.to(own.port().number(), own.gid().index(), gid(there));
    return Connection.of(route, pair.number(), mtu, pair.psn(), psn).withReads(reads, reads);
  }

  /** How many READs and atomics a queue pair may have under way at a time. */
  static int reads(NodeAddress from, NodeAddress to, boolean isQueueing) {
    return isQueueing ? 1 : Math.min(from.readsAsked(), to.readsServed());
  }
}
