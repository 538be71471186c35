// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.monitor;

import java.util.Optional;
import org.rdmamonitor.nativelib.generated.RdmaMonitorAbi;
import org.rdmamonitor.nativelib.generated.rm_event;
import org.rdmamonitor.nativelib.posix.Memory;

/**
 * A record of the ring buffer (struct rm_event), copied out of it. Numbers as in
 * bpf/rdma_monitor.h.
 *
 * @param timeNanos CLOCK_MONOTONIC at the return of the call
 * @param durationNanos how long the call took
 * @param cgroup of the calling task; 0 for kernel consumers
 * @param verb number in enum rm_verb, or in enum rm_async_source
 * @param flags enum rm_event_flags
 * @param device index; -1 where it is not known
 * @param objectId as {@code rdma resource} shows it; meant only where the flags say so
 * @param pid the process
 * @param tid the thread
 * @param uid real user id, in the initial user namespace
 * @param error 0, or the positive errno
 * @param comm the thread's name, or the kernel consumer's
 * @param detail what calls of some verbs have besides
 * @param flow of calls about flow rules
 * @param ending of calls that destroy queue pairs
 * @param refusal meant only where the flags say so
 * @param async what happened that is no call; then pid, comm and cgroup are those of the object's
 *     owner, and error is what the connection manager told as its status, or of a completion the
 *     vendor error
 */
public record CallRecord(
    long timeNanos,
    long durationNanos,
    long cgroup,
    int verb,
    int flags,
    int device,
    int objectId,
    int pid,
    int tid,
    int uid,
    int error,
    String comm,
    CallDetail detail,
    FlowRecord flow,
    EndingRecord ending,
    RefusalRecord refusal,
    Optional<AsyncRecord> async) {

  /** Bytes of a record. */
  public static final int SIZE = Math.toIntExact(rm_event.sizeof());

  private static final long TIME = rm_event.time_ns$offset();
  private static final long DURATION = rm_event.duration_ns$offset();
  private static final long CGROUP = rm_event.cgroup$offset();
  private static final long VERB = rm_event.verb$offset();
  private static final long FLAGS = rm_event.flags$offset();
  private static final long DEVICE = rm_event.device$offset();
  private static final long OBJECT_ID = rm_event.object_id$offset();
  private static final long PID = rm_event.pid$offset();
  private static final long TID = rm_event.tid$offset();
  private static final long ERROR = rm_event.error$offset();
  private static final long UID = rm_event.uid$offset();
  private static final long COMM = rm_event.comm$offset();
  private static final long DETAIL = rm_event.detail$offset();

  private static final int REFUSAL =
      RdmaMonitorAbi.RM_EVENT_REFUSED()
          | RdmaMonitorAbi.RM_EVENT_KILLED()
          | RdmaMonitorAbi.RM_EVENT_PASSED();

  /** Copies the record at this address, where {@link #SIZE} bytes can be read. */
  public static CallRecord read(long address) {
    boolean refusal = (Memory.getInt(address + FLAGS) & REFUSAL) != 0;
    return new CallRecord(
        Memory.getLong(address + TIME),
        Memory.getLong(address + DURATION),
        Memory.getLong(address + CGROUP),
        Memory.getInt(address + VERB),
        Memory.getInt(address + FLAGS),
        Memory.getInt(address + DEVICE),
        Memory.getInt(address + OBJECT_ID),
        Memory.getInt(address + PID),
        Memory.getInt(address + TID),
        Memory.getInt(address + UID),
        Memory.getInt(address + ERROR),
        TaskNames.read(address + COMM),
        refusal
            ? CallDetail.NONE
            : CallDetail.read(Memory.getInt(address + VERB), address + DETAIL),
        refusal
            ? FlowRecord.NONE
            : FlowRecord.read(Memory.getInt(address + VERB), address + DETAIL),
        refusal
            ? EndingRecord.NONE
            : EndingRecord.read(Memory.getInt(address + VERB), address + DETAIL),
        refusal ? RefusalRecord.read(address + DETAIL) : RefusalRecord.NONE,
        AsyncRecord.read(Memory.getInt(address + VERB), address + DETAIL));
  }

  /** Whether the gate refused the call. */
  public boolean isRefused() {
    return (flags & RdmaMonitorAbi.RM_EVENT_REFUSED()) != 0;
  }

  /** Whether the tripwire killed the process. */
  public boolean isKilled() {
    return (flags & RdmaMonitorAbi.RM_EVENT_KILLED()) != 0;
  }

  /** Whether the creation had not asked at the gate. */
  public boolean isPassed() {
    return (flags & RdmaMonitorAbi.RM_EVENT_PASSED()) != 0;
  }

  /** Whether a kernel consumer made the call. */
  public boolean isKernel() {
    return (flags & RdmaMonitorAbi.RM_EVENT_KERNEL()) != 0;
  }

  /** For an event that is no call: whether pid, comm and cgroup are known. */
  public boolean hasOwner() {
    return (flags & RdmaMonitorAbi.RM_EVENT_OWNER()) != 0;
  }

  public boolean hasObjectId() {
    return (flags & RdmaMonitorAbi.RM_EVENT_ID()) != 0;
  }

  /** Whether the state asked for of a queue pair is known. */
  public boolean hasQueuePairState() {
    return (flags & RdmaMonitorAbi.RM_EVENT_QP_STATE()) != 0;
  }

  /** Whether the task has CAP_NET_RAW; only told where there is a queue pair's type or a QKEY. */
  public boolean hasNetRaw() {
    return (flags & RdmaMonitorAbi.RM_EVENT_NET_RAW()) != 0;
  }

  /** Whether the type of a queue pair that is created is known. */
  public boolean hasQueuePairType() {
    return (flags & RdmaMonitorAbi.RM_EVENT_QP_TYPE()) != 0;
  }

  /** Whether the protection domain is known. */
  public boolean hasPd() {
    return (flags & RdmaMonitorAbi.RM_EVENT_PD()) != 0;
  }

  /** Whether address and access of a memory region are known. */
  public boolean hasAccess() {
    return (flags & RdmaMonitorAbi.RM_EVENT_ACCESS()) != 0;
  }

  /** Whether the rkey of a memory region is known. */
  public boolean hasRkey() {
    return (flags & RdmaMonitorAbi.RM_EVENT_RKEY()) != 0;
  }
}
