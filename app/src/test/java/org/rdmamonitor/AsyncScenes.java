// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEvent.Completion;
import org.rdmamonitor.model.call.AsyncEvent.Connection;
import org.rdmamonitor.model.call.AsyncEvent.Owner;
import org.rdmamonitor.model.call.AsyncEvent.Port;
import org.rdmamonitor.model.call.AsyncEvent.Resource;
import org.rdmamonitor.model.call.AsyncEvent.Subject;
import org.rdmamonitor.model.call.AsyncEvent.Transition;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.QueuePairPath.Address;
import org.rdmamonitor.model.resource.QueuePairPath.Route;
import org.rdmamonitor.model.resource.QueuePairPath.Transport;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

/** Asynchronous events of each shape. */
public final class AsyncScenes {
  /** Of a program in cgroup 94. */
  public static final Owner APP = new Owner(7, "app\u001b", false, 94);

  private static final OptionalInt NONE = OptionalInt.empty();

  private AsyncScenes() {}

  /** Some, from this time on, a millisecond after another. */
  public static List<AsyncEvent> events(Instant start) {
    Address address =
        new Address(
            Transport.ROCE_V2,
            1,
            NONE,
            0,
            3,
            Optional.of(Route.of("::ffff:10.77.0.1", 1, "::ffff:10.77.0.2", 0, 64, 104)));
    return List.of(
        event(start, 0, AsyncEventType.PORT_ERR, Optional.empty(), new Port(OptionalInt.of(1))),
        event(start, 1, AsyncEventType.DEVICE_FATAL, Optional.empty(), new Port(NONE)),
        event(
            start,
            2,
            AsyncEventType.QP_ACCESS_ERR,
            Optional.of(APP),
            new Resource(
                Optional.of(ResourceType.QP),
                OptionalInt.of(17),
                OptionalInt.of(0xffffff),
                Optional.of(address))),
        event(
            start,
            3,
            AsyncEventType.SRQ_LIMIT_REACHED,
            Optional.of(APP),
            new Resource(
                Optional.of(ResourceType.SRQ), OptionalInt.of(-1), NONE, Optional.empty())),
        event(
            start,
            4,
            AsyncEventType.WQ_FATAL,
            Optional.of(APP),
            new Resource(Optional.empty(), OptionalInt.of(5), NONE, Optional.empty())),
        event(
            start,
            5,
            AsyncEventType.REJECTED,
            Optional.of(APP),
            new Connection(OptionalInt.of(3), OptionalInt.of(18), 8, "10.77.0.2", 7174)),
        new AsyncEvent(
            start.plusMillis(6),
            AsyncEventType.ADDR_ERROR.number(),
            Device.UNKNOWN_INDEX,
            Optional.of(new Owner(0, "nvme_rdma", true, Cgroup.KERNEL_ID)),
            new Connection(NONE, NONE, -110, "fe80::1", 0)),
        new AsyncEvent(
            start.plusMillis(7), 77, 1, Optional.empty(), new Connection(NONE, NONE, 0, "", 0)),
        event(
            start,
            8,
            AsyncEventType.RETRY_EXC_ERR,
            Optional.of(APP),
            new Completion(OptionalInt.of(17), -0x7f)),
        event(
            start,
            9,
            AsyncEventType.QP_STATE_ERR,
            Optional.of(APP),
            new Transition(
                OptionalInt.of(17),
                QueuePairState.RTS,
                Duration.ofMillis(1_020),
                OptionalInt.of(0xffffff),
                Optional.of(address))));
  }

  private static AsyncEvent event(
      Instant start, int millis, AsyncEventType type, Optional<Owner> owner, Subject subject) {
    return new AsyncEvent(start.plusMillis(millis), type.number(), 1, owner, subject);
  }
}
