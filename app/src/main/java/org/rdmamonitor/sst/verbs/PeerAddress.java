// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.verbs;

import org.rdmamonitor.nativelib.verbs.Gid;
import org.rdmamonitor.nativelib.verbs.Mtu;

/**
 * What a member has to know of another to be connected with it: of the queue pair that is there for
 * it, and of the memory.
 *
 * @param queuePair its number, 24 bits
 * @param psn the packet sequence number that it begins with, 24 bits
 * @param lid on InfiniBand; 0 on Ethernet
 * @param mtu of the port
 * @param reads that it serves and asks at a time, from 1 to 255
 * @param start address of its memory
 * @param rkey of its memory
 */
public record PeerAddress(
    int queuePair, int psn, Gid gid, int lid, Mtu mtu, int reads, long start, int rkey) {
  /** Without what would help somebody to join the conversation. */
  @Override
  public String toString() {
    return "queue pair %d at %s".formatted(queuePair, gid);
  }
}
