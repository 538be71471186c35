// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_peer;
import org.rdmamonitor.nativelib.generated.rm_refusal;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * The limit by which a call was refused (struct rm_refusal).
 *
 * @param cgroup whose limit: a tenant's, or 0 for the host
 * @param limit the most there may be, unsigned
 * @param count how much there was
 * @param measure enum rm_measure: what the limit applies to
 * @param type enum rm_type
 * @param peer valid if the call was refused for its peer
 */
public record RefusalRecord(long cgroup, int limit, int count, int measure, int type, Peer peer) {
  /** The peer that a call would have led to (struct rm_peer). */
  public record Peer(long gidHigh, long gidLow, int lid, int fields) {
    public boolean hasGid() {
      return (fields & RdmaMonitorAbi.RM_PEER_GID()) != 0;
    }

    public boolean hasLid() {
      return (fields & RdmaMonitorAbi.RM_PEER_LID()) != 0;
    }
  }

  private static final Peer NOBODY = new Peer(0, 0, 0, 0);
  private static final long PEER = rm_refusal.peer$offset();

  /** For calls that met no limit. */
  public static final RefusalRecord NONE = new RefusalRecord(0, 0, 0, 0, 0, NOBODY);

  static RefusalRecord read(long address) {
    return new RefusalRecord(
        Memory.getLong(address + rm_refusal.cgroup$offset()),
        Memory.getInt(address + rm_refusal.limit$offset()),
        Memory.getInt(address + rm_refusal.count$offset()),
        Memory.getInt(address + rm_refusal.measure$offset()),
        Memory.getInt(address + rm_refusal.type$offset()),
        peer(address + PEER));
  }

  private static Peer peer(long address) {
    long gid = address + rm_peer.gid$offset();
    return new Peer(
        Long.reverseBytes(Memory.getLong(gid)),
        Long.reverseBytes(Memory.getLong(gid + Long.BYTES)),
        Memory.getInt(address + rm_peer.lid$offset()),
        Memory.getInt(address + rm_peer.fields$offset()));
  }
}
