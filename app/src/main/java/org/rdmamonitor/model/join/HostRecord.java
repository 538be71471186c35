// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.DatagramPeer;

/**
 * What the recording of a host tells of connections.
 *
 * @param name of the host
 * @param file the recording; empty where it is what a host tells of the present
 * @param begin the time of its first sample, by the host's clock
 * @param end the time of its last; where the clock was set back, these are the least and the
 *     greatest
 * @param ends queue pairs that have, or had, a peer, and those that may get one
 * @param datagrams the peers of address handles, at the end
 * @param addresses that are the host's own, as far as they show: GIDs, and {@code lid:} and a
 *     number; by these the indices of the devices that have shown them, none if that is not known
 * @param listed when its queue pairs were last listed; empty if they never were
 * @param complete whether each of these lists had all queue pairs: not where some were only
 *     counted, or a network namespace that may have devices was not looked into
 * @param leftOut ends that found no room here
 * @param clockSet how far its clock was set, in all, while it was recorded
 * @param hasLost whether there were calls that it does not tell of
 */
public record HostRecord(
    String name,
    String file,
    Instant begin,
    Instant end,
    List<ConnectionEnd> ends,
    List<Datagrams> datagrams,
    Map<String, Set<Integer>> addresses,
    Optional<Instant> listed,
    boolean complete,
    long leftOut,
    Duration clockSet,
    boolean hasLost) {

  /**
   * Address handles of a process to one peer.
   *
   * @param example one of them
   * @param device the name of their device
   * @param cgroup whose they are
   * @param count how many
   */
  public record Datagrams(DatagramPeer example, String device, Cgroup cgroup, long count) {
    /** To where: a GID, or {@code lid:} and a number. */
    public String peerAddress() {
      return ConnectionEnd.address(example.peerGid(), example.peerLid());
    }
  }

  public HostRecord {
    ends = List.copyOf(ends);
    datagrams = List.copyOf(datagrams);
    addresses = Map.copyOf(addresses);
  }

  /** Whether its clock was set by more than readings are apart by themselves. */
  public boolean isClockSet() {
    return clockSet.toSeconds() > 0;
  }

  /** The same by another name. */
  public HostRecord named(String other) {
    return new HostRecord(
        other, file, begin, end, ends, datagrams, addresses, listed, complete, leftOut, clockSet,
        hasLost);
  }

  /** The same with other ends and address handles. */
  HostRecord with(List<ConnectionEnd> otherEnds, List<Datagrams> otherDatagrams) {
    return new HostRecord(
        name,
        file,
        begin,
        end,
        otherEnds,
        otherDatagrams,
        addresses,
        listed,
        complete,
        leftOut,
        clockSet,
        hasLost);
  }
}
