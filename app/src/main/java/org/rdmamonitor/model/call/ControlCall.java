// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.PeerAddress;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

/**
 * One finished control-path call.
 *
 * @param time when it returned
 * @param verb what was called
 * @param device index of the device; {@link Device#UNKNOWN_INDEX} where it is not known
 * @param objectId of the object that it was about, as {@code rdma resource} shows it; empty where
 *     the call failed before there was one
 * @param caller who made it
 * @param errno 0 for success, else positive
 * @param duration from entry to return
 * @param detail what the verb has besides
 */
public record ControlCall(
    Instant time,
    Verb verb,
    int device,
    OptionalInt objectId,
    Caller caller,
    int errno,
    Duration duration,
    Detail detail)
    implements ControlEvent {

  /**
   * The task that made a call. For a QP_DESTROY because of {@link EndCause#DEVICE_REMOVED} it is
   * the task that made the queue pair, as far as that is known.
   *
   * @param pid the process
   * @param tid the thread
   * @param comm the thread's name, or the kernel consumer's
   * @param kernel whether a kernel consumer made the call
   * @param cgroup id of its cgroup; {@link Cgroup#KERNEL_ID} for a kernel consumer
   * @param uid real user id, in the initial user namespace; {@link #UNKNOWN_USER} if only a list
   *     tells who it was
   * @param netRaw whether it had CAP_NET_RAW, which raw packet queue pairs and controlled QKEYs
   *     need
   */
  public record Caller(
      int pid, int tid, String comm, boolean kernel, long cgroup, int uid, boolean netRaw) {
    /** Stands in place of a user id, as in the kernel (INVALID_UID). */
    public static final int UNKNOWN_USER = -1;
  }

  /** What else is known of calls of some verbs. */
  public sealed interface Detail {}

  /** Nothing else, or nothing that could be read. */
  public enum None implements Detail {
    NONE
  }

  /**
   * QP_CREATE.
   *
   * @param type what kind was asked for
   * @param pdn its protection domain, as {@code rdma resource} shows it; empty where it is not
   *     known
   */
  public record QueuePairCreation(QueuePairType type, OptionalInt pdn) implements Detail {}

  /**
   * QP_MODIFY: what was asked for. A number is valid only if its attribute is set.
   *
   * @param attributes {@code enum ib_qp_attr_mask}, bits {@link #STATE} and so on
   * @param state the state asked for, if one was
   * @param destinationQpn queue pair number of the peer
   * @param rqPsn first packet sequence number that is expected
   * @param sqPsn first packet sequence number that is sent
   * @param qkey of an unreliable datagram queue pair
   * @param access {@link AccessFlags} flags: what peers may do
   * @param destinationGid of the peer, as IPv6 address text; empty if it is not known
   */
  public record QueuePairChange(
      int attributes,
      Optional<QueuePairState> state,
      int destinationQpn,
      int rqPsn,
      int sqPsn,
      int qkey,
      int access,
      String destinationGid)
      implements Detail {
    public static final int STATE = 1;
    public static final int ACCESS = 1 << 3;
    public static final int QKEY = 1 << 6;
    public static final int ADDRESS = 1 << 7;
    public static final int RQ_PSN = 1 << 12;
    public static final int SQ_PSN = 1 << 16;
    public static final int DESTINATION_QPN = 1 << 20;

    public boolean has(int attribute) {
      return (attributes & attribute) != 0;
    }
  }

  /**
   * QP_DESTROY: why the queue pair ended, and to which peer it was connected, as far as calls that
   * were seen tell.
   *
   * @param status exit code of {@link EndCause#EXITED}, number of the signal of {@link
   *     EndCause#KILLED} and {@link EndCause#OUT_OF_MEMORY}; else 0
   * @param state the state that the last call set; a device may have changed it since
   * @param peerQpn queue pair number of the peer
   * @param address the peer's address
   * @param badCompletion the status of its first bad completion ({@code enum ib_wc_status}); empty
   *     if its process reported none
   * @param forewarning what the device or the connection manager reported before; empty if nothing
   */
  public record QueuePairEnd(
      EndCause cause,
      int status,
      Optional<QueuePairState> state,
      OptionalInt peerQpn,
      Optional<QueuePairPath.Address> address,
      OptionalInt badCompletion,
      Optional<Forewarning> forewarning)
      implements Detail {

    /** An end before which nothing bad was reported. */
    public QueuePairEnd(
        EndCause cause,
        int status,
        Optional<QueuePairState> state,
        OptionalInt peerQpn,
        Optional<QueuePairPath.Address> address) {
      this(cause, status, state, peerQpn, address, OptionalInt.empty(), Optional.empty());
    }

    /** {@code after RETRY_EXC_ERR, 3.21 s after PORT_ERR}; empty if nothing was reported. */
    public String after() {
      List<String> told = new ArrayList<>();
      if (badCompletion.isPresent()) {
        told.add("after " + badCompletionName());
      }
      forewarning.ifPresent(event -> told.add(event.words()));
      return String.join(", ", told);
    }

    /** {@code RETRY_EXC_ERR}; empty if no bad completion was reported. */
    public String badCompletionName() {
      return badCompletion.isPresent()
          ? AsyncEventType.name(AsyncEventType.Source.COMPLETION, badCompletion.getAsInt())
          : "";
    }
  }

  /**
   * MR_REG and MR_DEREG.
   *
   * @param length bytes
   * @param address first byte, in the process; 0 where it is not known
   * @param access {@link AccessFlags} flags; empty where they are not known
   * @param pdn its protection domain; empty where it is not known
   * @param rkey what peers name it by; empty where it is not known
   */
  public record Region(
      long length, long address, OptionalInt access, OptionalInt pdn, OptionalInt rkey)
      implements Detail {}

  /**
   * CQ_CREATE.
   *
   * @param entries how many the queue was created with
   */
  public record CompletionQueue(long entries) implements Detail {}

  /**
   * FLOW_CREATE and FLOW_DESTROY; the object's id is the handle of the rule.
   *
   * @param opening identifies the opened device: each has its own handles
   * @param match which frames the rule takes; {@link FlowMatch#UNKNOWN} for FLOW_DESTROY
   */
  public record Flow(int opening, FlowMatch match) implements Detail {}

  /**
   * A call that met an enforced limit. It took no time, and is not among the calls that are
   * counted.
   *
   * @param outcome what became of the call
   * @param cgroup whose limit it was: id of a tenant's cgroup, or 0 for the host
   * @param measure what the limit applies to
   * @param type of the object that was to be made; empty if there was none
   * @param limit the most that there may be
   * @param count how much there was: live objects, or their size, including those being made; or
   *     calls in the second
   * @param peer the peer that the call would have led to, as {@link PeerAddress#text()} writes it;
   *     empty if the limit is a number, or if the request could not be read
   */
  public record Refusal(
      CallOutcome outcome,
      long cgroup,
      Measure measure,
      Optional<ResourceType> type,
      long limit,
      long count,
      String peer)
      implements Detail {
    /** A call that met the limit of a number. */
    public Refusal(
        CallOutcome outcome,
        long cgroup,
        Measure measure,
        Optional<ResourceType> type,
        long limit,
        long count) {
      this(outcome, cgroup, measure, type, limit, count, "");
    }

    /** What became of a call. */
    public enum CallOutcome {
      /** It was refused. */
      REFUSED,
      /** It had got around the gate, and its process was killed. */
      KILLED,
      /** It had got around the gate, and was carried out. */
      PASSED
    }

    /** What a limit applies to. */
    public enum Measure {
      OBJECTS,
      RATE,
      ALL_CALLS,
      /** The {@link Size} of the objects of the type; in recordings also under its former name. */
      SIZE,
      /** The peer that a queue pair was to be connected to; the limit is a policy of peers. */
      PEER,
      /** The peer that an address handle was to lead to; likewise. */
      HANDLE;

      /** Whether the limit is a policy about peers, as opposed to a number. */
      public boolean isOfPeers() {
        return this == PEER || this == HANDLE;
      }
    }

    /** The size that the limit applies to, if it does to one. */
    public Optional<Size> size() {
      return measure == Measure.SIZE ? type.flatMap(Size::of) : Optional.empty();
    }

    /** Whether there was more than the limit, including the object itself. */
    public boolean isOver() {
      return count > limit;
    }
  }

  /** The same call, as if it were this much later. */
  public ControlCall later(Duration by) {
    return new ControlCall(time.plus(by), verb, device, objectId, caller, errno, duration, detail);
  }

  /** The limit that the call met; empty for calls that met none. */
  public Optional<Refusal> refusal() {
    return detail instanceof Refusal refusal ? Optional.of(refusal) : Optional.empty();
  }

  public boolean failed() {
    return errno != 0;
  }

  /**
   * Bytes of the memory region, or entries of the completion queue, that the call made or ended;
   * else 0.
   */
  public long size() {
    return switch (detail) {
      case Region region -> region.length();
      case CompletionQueue queue -> queue.entries();
      case None _, QueuePairCreation _, QueuePairChange _, QueuePairEnd _, Flow _, Refusal _ -> 0;
    };
  }

  /** The state asked for by a QP_MODIFY that asks for one. */
  public Optional<QueuePairState> queuePairState() {
    return detail instanceof QueuePairChange change ? change.state() : Optional.empty();
  }
}
