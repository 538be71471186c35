// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.DatagramPeer;

/**
 * What the recording of a host tells of its connections.
 *
 * @param name of the host
 * @param file the recording; empty if a host tells of the present instead
 * @param begin the time of its first sample, by the host's clock; if the clock was set back, the
 *     earliest time
 * @param end the time of its last sample; if the clock was set back, the latest time
 * @param ends queue pairs that have, had or may get a peer
 * @param datagrams the peers of address handles, at the end
 * @param addresses the host's own addresses that have shown: GIDs, and {@code lid:} and a number.
 *     Each with the indices of the devices that have shown it; none if that is not known
 * @param listed when its queue pairs were last listed; empty if they never were
 * @param complete whether each of these lists had all queue pairs; it had not if some were only
 *     counted, or if a network namespace that may have devices was not looked into
 * @param leftOut how many ends were dropped for lack of room
 * @param clockSet how far its clock was set, in all, during the recording
 * @param hasLost whether calls are missing from the recording
 */
public record HostRecord(
    String name,
    String file,
    Instant begin,
    Instant end,
    List<ConnectionEnd> ends,
    List<Datagrams> datagrams,
    Map<String, SortedSet<Integer>> addresses,
    Optional<Instant> listed,
    boolean complete,
    long leftOut,
    Duration clockSet,
    boolean hasLost) {

  /**
   * A process's address handles to one peer.
   *
   * @param example one of them
   * @param device the name of their device
   * @param cgroup whose they are
   * @param count how many
   */
  public record Datagrams(DatagramPeer example, String device, Cgroup cgroup, long count) {
    /** The peer's address: a GID, or {@code lid:} and a number. */
    public String peerAddress() {
      return ConnectionEnd.address(example.peerGid(), example.peerLid());
    }
  }

  public HostRecord {
    ends = List.copyOf(ends);
    datagrams = List.copyOf(datagrams);
    addresses = Map.copyOf(addresses);
  }

  /** Whether its clock was set by more than two readings of it differ anyway. */
  public boolean isClockSet() {
    return clockSet.toSeconds() > 0;
  }

  /** The same record under another name. */
  public HostRecord named(String other) {
    return new HostRecord(
        other, file, begin, end, ends, datagrams, addresses, listed, complete, leftOut, clockSet,
        hasLost);
  }

  /** The same record with other ends and address handles. */
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
