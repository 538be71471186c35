// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.lang.foreign.MemorySegment;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_ending;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * How a queue pair ended (struct rm_ending).
 *
 * @param status as wait(2) gives it, of a process that ended
 * @param attributes {@code enum ib_qp_attr_mask}: which of the other fields are valid
 * @param state {@code enum ib_qp_state}
 */
public record EndingRecord(
    Cause cause, int status, int attributes, int state, int destinationQpn, AddressRecord address) {
  /** Why it ended. */
  public enum Cause {
    UNKNOWN,
    DESTROYED,
    CLOSED,
    EXITED,
    OOM,
    REMOVED,
    KERNEL
  }

  /** For calls that are about something else. */
  public static final EndingRecord NONE =
      new EndingRecord(Cause.UNKNOWN, 0, 0, 0, 0, AddressRecord.NONE);

  private static final int WORDS = (int) ((rm_ending.sizeof() + Long.BYTES - 1) / Long.BYTES);

  static EndingRecord read(int verb, long address) {
    if (verb != RdmaMonitorAbi.RM_QP_DESTROY()) {
      return NONE;
    }
    MemorySegment ending = MemorySegment.ofArray(Memory.getLongs(address, WORDS));
    return new EndingRecord(
        cause(rm_ending.cause(ending)),
        rm_ending.status(ending),
        rm_ending.attributes(ending),
        rm_ending.state(ending),
        rm_ending.dest_qpn(ending),
        AddressRecord.of(rm_ending.address(ending)));
  }

  private static Cause cause(int cause) {
    if (cause == RdmaMonitorAbi.RM_ENDED_DESTROYED()) {
      return Cause.DESTROYED;
    }
    if (cause == RdmaMonitorAbi.RM_ENDED_CLOSED()) {
      return Cause.CLOSED;
    }
    if (cause == RdmaMonitorAbi.RM_ENDED_EXITED()) {
      return Cause.EXITED;
    }
    if (cause == RdmaMonitorAbi.RM_ENDED_OOM()) {
      return Cause.OOM;
    }
    if (cause == RdmaMonitorAbi.RM_ENDED_REMOVED()) {
      return Cause.REMOVED;
    }
    return cause == RdmaMonitorAbi.RM_ENDED_KERNEL() ? Cause.KERNEL : Cause.UNKNOWN;
  }

  /** Whether an attribute, one of those of {@link EndRecord}, is valid. */
  public boolean has(int attribute) {
    return (attributes & attribute) != 0;
  }
}
