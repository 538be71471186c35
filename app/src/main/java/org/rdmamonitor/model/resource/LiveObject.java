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
 * @param pid of the process that made it; 0 for a kernel consumer, and where it is not known
 * @param owner the name of that process, or of the kernel consumer
 * @param cgroup id of the cgroup of the thread that made it: now or, if the thread has ended, as it
 *     made it; {@link Cgroup#KERNEL_ID} for a kernel consumer, {@link Cgroup#OVERFLOW_ID} where it
 *     is not known
 * @param detail what its type has besides
 */
public record LiveObject(
    ResourceType type, int device, int id, int pid, String owner, long cgroup, Detail detail) {

  /** The same with another detail. */
  public LiveObject with(Detail other) {
    return new LiveObject(type, device, id, pid, owner, cgroup, other);
  }

  /** The same, made by this process. */
  public LiveObject with(int pid, String owner, long cgroup) {
    return new LiveObject(type, device, id, pid, owner, cgroup, detail);
  }

  /** The same so much later: a queue pair has a time, the others have none. */
  LiveObject later(Duration by) {
    return detail instanceof QueuePair pair && pair.path().isPresent()
        ? with(pair.with(pair.path().get().later(by)))
        : this;
  }

  /** Whether it is known who made it: of who is not, there is no name either. */
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

  /** What objects of some types have besides. */
  public sealed interface Detail {}

  /** Nothing besides. */
  public enum None implements Detail {
    NONE
  }

  /**
   * A queue pair.
   *
   * @param lqpn its number
   * @param rqpn the peer's queue pair number; empty for unconnected kinds
   * @param rqPsn receive queue's packet sequence number; empty where the kind has none
   * @param sqPsn send queue's packet sequence number
   * @param port of the device, from 1; 0 where it is not bound to one yet
   * @param pdn its protection domain; empty where it is not told
   * @param migration of its path; empty where the kind has none, or it is not told
   * @param path what it was told of its connection; empty where no call that modified it was seen
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

    /** One that no call was seen to modify. */
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

    /** The same with what it was told of its connection. */
    public QueuePair with(QueuePairPath told) {
      return new QueuePair(
          type, state, lqpn, rqpn, rqPsn, sqPsn, port, pdn, migration, Optional.of(told));
    }
  }

  /**
   * A memory region. Keys and address are told only to those with CAP_NET_ADMIN.
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
   * @param users how many queues complete into it
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
