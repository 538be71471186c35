// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.LiveObject.QueuePair;
import org.rdmamonitor.model.resource.QueuePairPath;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.model.resource.ResourceType;

class DeviceTransitionsTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final int RXE0 = 1;

  private final DeviceTransitions transitions = new DeviceTransitions();
  private Instant now = START;

  private static LiveObject pair(int pid, long cgroup, QueuePairState state) {
    return new LiveObject(
        ResourceType.QP, RXE0, 17, pid, "app", cgroup, Scenes.connected(state, 17, 331));
  }

  private static LiveObject called(QueuePairState called, LiveObject pair) {
    return pair.with(
        ((QueuePair) pair.detail())
            .with(
                QueuePairPath.leading(
                    Optional.of(called),
                    Optional.empty(),
                    OptionalInt.of(331),
                    OptionalInt.empty(),
                    Optional.empty(),
                    OptionalInt.empty())));
  }

  private List<AsyncEvent> listed(LiveObject... objects) {
    now = now.plusSeconds(1);
    return transitions.in(new Inventory(now, List.of(objects), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    "RTS, RTS, ERR, QP_STATE_ERR",
    "RTR, RTR, ERR, QP_STATE_ERR",
    "SQE, RTS, ERR, QP_STATE_ERR",
    "RTS, RTS, SQE, QP_STATE_SQE",
    "RTS, ERR, ERR, ", // by a call
    "RTS, SQE, SQE, ",
    "RTS, RTS, SQD, ", // no error
    "ERR, RTS, ERR, ", // it was
    "RTS, RTS, RTS, ",
  })
  void whatNoCallHasDoneTheDeviceHas(
      QueuePairState before, QueuePairState calledTo, QueuePairState after, String event) {
    assertThat(listed(called(before, pair(7, 107, before)))).isEmpty();

    assertThat(listed(called(calledTo, pair(7, 107, after))))
        .extracting(AsyncEvent::name)
        .containsExactlyElementsOf(event == null ? List.of() : List.of(event));
  }

  @Test
  void itTellsWhoseAndSinceWhenAtMost() {
    listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.RTS)));

    assertThat(listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.ERR))))
        .containsExactly(
            new AsyncEvent(
                now,
                6,
                RXE0,
                Optional.of(new AsyncEvent.Owner(7, "app", false, 107)),
                new AsyncEvent.Transition(
                    OptionalInt.of(17),
                    QueuePairState.RTS,
                    Duration.ofSeconds(1),
                    OptionalInt.of(331),
                    Optional.empty())));
    assertThat(listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.ERR)))).isEmpty();
  }

  @Test
  void kernelConsumersAreTold() {
    LiveObject ofKernel = pair(0, Cgroup.KERNEL_ID, QueuePairState.RTS);
    listed(called(QueuePairState.RTS, ofKernel));

    assertThat(listed(called(QueuePairState.RTS, pair(0, Cgroup.KERNEL_ID, QueuePairState.ERR))))
        .singleElement()
        .extracting(event -> event.owner().orElseThrow().kernel())
        .isEqualTo(true);
  }

  @Test
  void ofOneThatNoCallWasSeenToModifyItIsNotKnown() {
    listed(pair(7, 107, QueuePairState.RTS));

    assertThat(listed(pair(7, 107, QueuePairState.ERR))).isEmpty();
  }

  @Test
  void oneThatIsNewIsNotCompared() {
    listed();

    assertThat(listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.ERR)))).isEmpty();
  }

  @Test
  void theSameListTellsNothingNew() {
    listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.RTS)));
    Inventory next =
        new Inventory(
            now.plusSeconds(1),
            List.of(called(QueuePairState.RTS, pair(7, 107, QueuePairState.ERR))),
            List.of());

    assertThat(transitions.in(next)).hasSize(1);
    assertThat(transitions.in(next)).isEmpty();
  }

  @Test
  void whereTheClockWasSetBackItIsNotKnownWithinWhichTime() {
    listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.RTS)));
    now = now.minusSeconds(3600);

    assertThat(listed(called(QueuePairState.RTS, pair(7, 107, QueuePairState.ERR))))
        .singleElement()
        .extracting(event -> ((AsyncEvent.Transition) event.subject()).within())
        .isEqualTo(Duration.ZERO);
  }
}
