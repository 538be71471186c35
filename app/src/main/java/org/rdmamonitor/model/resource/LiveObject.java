// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;

/**
 * An object that exists, as the kernel itself lists it ({@code rdma resource show}).
 *
 * @param type its type
 * @param device index of its device
 * @param id as resource tracking numbers it: lqpn, pdn, cqn, mrn, cm-idn, srqn, ctxn
 * @param pid of the process that made it; 0 for a kernel consumer, or if it is not known
 * @param owner the name of that process, or of the kernel consumer
 * @param cgroup id of the cgroup of the thread that made it: the present one or, if the thread has
 *     ended, the one in which it made the object; {@link Cgroup#KERNEL_ID} for a kernel consumer,
 *     {@link Cgroup#OVERFLOW_ID} if it is not known
 * @param detail what else is known of an object of its type
 */
public record LiveObject(
    ResourceType type, int device, int id, int pid, String owner, long cgroup, Detail detail) {

  /** The same object with another detail. */
  public LiveObject with(Detail other) {
    return new LiveObject(type, device, id, pid, owner, cgroup, other);
  }

  /** The same object, made by this process. */
  public LiveObject with(int pid, String owner, long cgroup) {
    return new LiveObject(type, device, id, pid, owner, cgroup, detail);
  }

  /** The same object, as if it were this much later; only a queue pair has a time. */
  LiveObject later(Duration by) {
    return detail instanceof QueuePair pair && pair.path().isPresent()
        ? with(pair.with(pair.path().get().later(by)))
        : this;
  }

  /** Whether it is known who made it; if not, there is no name either. */
  public boolean isOwned() {
    return !owner.isEmpty();
  }

  /** Bytes of a memory region, entries of a completion queue; else 0. */
  public long size() {
    return switch (detail) {
      case Region region -> region.length();
      case CompletionQueue queue -> queue.entries();
      case None _, QueuePair _, Connection _ -> 0;
    };
  }

  /** What else is known of objects of some types. */
  public sealed interface Detail {}

  /** Nothing else. */
  public enum None implements Detail {
    NONE
  }

  /**
   * A queue pair.
   *
   * @param lqpn its number
   * @param rqpn the peer's queue pair number; empty for unconnected types
   * @param rqPsn receive queue's packet sequence number; empty if the type has none
   * @param sqPsn send queue's packet sequence number
   * @param port of the device, from 1; 0 if it is not bound to one yet
   * @param pdn its protection domain; empty if it is not known
   * @param migration of its path; empty if the type has none, or it is not known
   * @param path what calls have set of its connection; empty if no call that modified it was seen
   */
  public record QueuePair(
      QueuePairType type,
      Optional<QueuePairState> state,
      int lqpn,
      OptionalInt rqpn,
      OptionalInt rqPsn,
      OptionalInt sqPsn,
      int port,
      OptionalInt pdn,
      Optional<PathMigration> migration,
      Optional<QueuePairPath> path)
      implements Detail {

    /** A queue pair that no call was seen to modify. */
    public QueuePair(
        QueuePairType type,
        Optional<QueuePairState> state,
        int lqpn,
        OptionalInt rqpn,
        OptionalInt rqPsn,
        OptionalInt sqPsn,
        int port,
        OptionalInt pdn) {
      this(type, state, lqpn, rqpn, rqPsn, sqPsn, port, pdn, Optional.empty(), Optional.empty());
    }

    /** The same queue pair, with what calls have set of its connection. */
    public QueuePair with(QueuePairPath told) {
      return new QueuePair(
          type, state, lqpn, rqpn, rqPsn, sqPsn, port, pdn, migration, Optional.of(told));
    }
  }

  /**
   * A memory region. Keys and address are visible only with CAP_NET_ADMIN.
   *
   * @param length bytes
   */
  public record Region(
      long length, OptionalInt rkey, OptionalInt lkey, Optional<Long> iova, OptionalInt pdn)
      implements Detail {}

  /**
   * A completion queue.
   *
   * @param entries how many completions it holds
   * @param users how many queues use it for their completions
   */
  public record CompletionQueue(long entries, long users, OptionalInt ctxn) implements Detail {}

  /**
   * A connection manager id.
   *
   * @param state as {@code rdma} names it: IDLE, LISTEN, CONNECT ...
   * @param portSpace TCP, UDP, IB or IPoIB
   * @param source address and port as text; empty where it is not bound
   * @param destination address and port as text; empty where there is none
   */
  public record Connection(
      String state, String portSpace, String source, String destination, OptionalInt lqpn)
      implements Detail {}
}
