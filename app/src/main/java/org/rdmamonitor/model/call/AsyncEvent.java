// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/**
 * What nobody has called for: a device told of itself, of a port or of an object ({@code struct
 * ib_event}), or the RDMA connection manager of a connection ({@code struct rdma_cm_event}); or a
 * program, by librdma_intercept, of the first bad completion of a queue pair; or the kernel's lists
 * show that a device has changed a queue pair's state.
 *
 * @param time when it was reported
 * @param number {@code enum ib_event_type}; of a {@link Connection} {@code enum
 *     rdma_cm_event_type}; of a {@link Completion} {@code enum ib_wc_status}; of a {@link
 *     Transition} the state after it, {@code enum ib_qp_state}
 * @param device index of the device; {@link Device#UNKNOWN_INDEX} where there is none yet, or it is
 *     not known
 * @param owner to whom the object or connection belongs; empty if to nobody, or if that is not
 *     known; of a {@link Completion} the process that polled it
 * @param subject what it is about
 */
public record AsyncEvent(
    Instant time, int number, int device, Optional<Owner> owner, Subject subject)
    implements ControlEvent {

  /**
   * The owner of an object.
   *
   * @param pid the process that made it; 0 for a kernel consumer
   * @param comm its name, or the kernel consumer's
   * @param kernel whether it is a kernel consumer's
   * @param cgroup id of the cgroup that it was made in; {@link Cgroup#KERNEL_ID} for a kernel
   *     consumer
   */
  public record Owner(int pid, String comm, boolean kernel, long cgroup) {}

  /** What an event is about. */
  public sealed interface Subject {}

  /**
   * A device, or one of its ports.
   *
   * @param port from 1; empty if it is the whole device
   */
  public record Port(OptionalInt port) implements Subject {}

  /**
   * An object.
   *
   * @param type empty for a work queue
   * @param id as {@code rdma resource} shows it; of a work queue its number; empty if it is not
   *     known
   * @param peerQpn of a queue pair: the number of its peer, if calls that were seen have set it
   * @param address likewise, the peer's address
   */
  public record Resource(
      Optional<ResourceType> type, OptionalInt id, OptionalInt peerQpn, Optional<Address> address)
      implements Subject {}

  /**
   * A connection, by its identifier of the connection manager.
   *
   * @param id as {@code rdma resource} shows it; empty if it is not known
   * @param qpn its own queue pair; empty if it has none, or it is not known
   * @param status 0, a negative errno, or what the event has in its place: REJECTED has the reason
   * @param peer IP address, or GID as IPv6 address text; empty if it is not known
   * @param peerPort port of the peer's service, or the port that the peer has connected from; 0 if
   *     there is none
   */
  public record Connection(OptionalInt id, OptionalInt qpn, int status, String peer, int peerPort)
      implements Subject {}

  /**
   * A bad completion. Everything but the owner and the device is what the process claims.
   *
   * @param qpn of the queue pair
   * @param vendorError a number of the device's maker
   */
  public record Completion(OptionalInt qpn, int vendorError) implements Subject {}

  /**
   * A queue pair came to a state that no call has brought it to, as the kernel's lists show: so its
   * device has.
   *
   * @param id as {@code rdma resource} shows it
   * @param before the state that the list before showed
   * @param within how long before the event that list was made; 0 where the clock was set back
   *     since
   * @param peerQpn that of its peer, as far as it is known
   * @param address likewise, the peer's address
   */
  public record Transition(
      OptionalInt id,
      QueuePairState before,
      Duration within,
      OptionalInt peerQpn,
      Optional<Address> address)
      implements Subject {}

  /** The same so much later. */
  public AsyncEvent later(Duration by) {
    return new AsyncEvent(time.plus(by), number, device, owner, subject);
  }

  /** The event's type; empty if this version does not know it. */
  public Optional<AsyncEventType> type() {
    return AsyncEventType.of(source(), number);
  }

  /** Who reported it. */
  public AsyncEventType.Source source() {
    return switch (subject) {
      case Port _, Resource _ -> AsyncEventType.Source.DEVICE;
      case Connection _ -> AsyncEventType.Source.CONNECTION_MANAGER;
      case Completion _ -> AsyncEventType.Source.COMPLETION;
      case Transition _ -> AsyncEventType.Source.LIST;
    };
  }

  /** Whether something failed, or is about to. */
  public boolean isTrouble() {
    return type().map(AsyncEventType::isTrouble).orElse(false);
  }

  /** {@code QP_FATAL}; the number if this version does not know the type. */
  public String name() {
    return AsyncEventType.name(source(), number);
  }

  /** The id of the object or of the connection that it is about. */
  public OptionalInt objectId() {
    return switch (subject) {
      case Port _ -> OptionalInt.empty();
      case Resource resource -> resource.id();
      case Connection connection -> connection.id();
      case Completion completion -> completion.qpn();
      case Transition transition -> transition.id();
    };
  }

  /**
   * The reason, in one word: the {@link RejectReason} of a connection, or an errno by its name;
   * empty if there is none.
   */
  public String reason() {
    return subject instanceof Connection connection ? reason(number, connection.status()) : "";
  }

  /** The reason of an event of the connection manager. */
  static String reason(int number, int status) {
    if (status == 0) {
      return "";
    }
    return status < 0
        ? Errno.name(-status)
        : rejection(number, status).map(RejectReason::name).orElseGet(() -> "" + status);
  }

  /** Why a connection was rejected; empty for other events, and for those with an errno. */
  public Optional<RejectReason> rejection() {
    return subject instanceof Connection connection
        ? rejection(number, connection.status())
        : Optional.empty();
  }

  private static Optional<RejectReason> rejection(int number, int status) {
    return AsyncEventType.of(AsyncEventType.Source.CONNECTION_MANAGER, number)
        .filter(AsyncEventType.REJECTED::equals)
        .flatMap(_ -> RejectReason.of(status));
  }
}
