// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.seal.MessageOrder;
import org.rdmamonitor.secure.wire.Extent;
import org.rdmamonitor.secure.wire.Measure;
import org.rdmamonitor.secure.wire.Operation;
import org.rdmamonitor.secure.wire.Sizes;
import org.rdmamonitor.secure.wire.Transport;

class PlanTest {
  private static final int DEPTH = 128;

  @Test
  void contentsThatNobodyLooksAtShareASlot() {
    LaneLayout client =
        LaneLayout.of(plan(Operation.SEND, Measure.BANDWIDTH, false, false), Role.ACTIVE);
    assertThat(client).isEqualTo(new LaneLayout(1, 1024, 4096, 0));
    LaneLayout server =
        LaneLayout.of(plan(Operation.SEND, Measure.BANDWIDTH, false, false), Role.PASSIVE);
    assertThat(server).isEqualTo(new LaneLayout(1, 1024, 0, 4096));
    assertThat(server.openedOffset()).isZero();
  }

  @Test
  void eachMessageThatIsLookedAtHasASlot() {
    LaneLayout verified =
        LaneLayout.of(plan(Operation.WRITE, Measure.BANDWIDTH, true, false), Role.ACTIVE);
    assertThat(verified).isEqualTo(new LaneLayout(DEPTH, 1024, DEPTH * 1024, 0));
    LaneLayout sealed =
        LaneLayout.of(plan(Operation.READ, Measure.BANDWIDTH, false, true), Role.PASSIVE);
    assertThat(sealed.stride()).isEqualTo(1088);
    assertThat(sealed.slots()).isEqualTo(DEPTH);
  }

  @Test
  void largeMessagesHaveFewSlots() {
    LaneLayout layout =
        LaneLayout.of(
            plan(Operation.SEND, Transport.RC, Measure.BANDWIDTH, 5 << 20, false, true, false),
            Role.ACTIVE);
    assertThat(layout.slots()).isEqualTo(4);
    LaneLayout largest =
        LaneLayout.of(
            plan(Operation.SEND, Transport.RC, Measure.BANDWIDTH, 1 << 30, false, true, false),
            Role.ACTIVE);
    assertThat(largest.bytes()).isEqualTo(2L << 30);
  }

  @Test
  void bothEndsOfAPingPongSendAndReceive() {
    for (Role role : Role.values()) {
      LaneLayout layout = LaneLayout.of(plan(Operation.WRITE, Measure.LATENCY, false, false), role);
      assertThat(layout).isEqualTo(new LaneLayout(1, 1024, 4096, 4096));
      assertThat(layout.openedOffset()).isEqualTo(4096);
    }
    // A byte more, that is polled.
    assertThat(
            LaneLayout.of(plan(Operation.WRITE, Measure.LATENCY, false, true), Role.ACTIVE)
                .stride())
        .isEqualTo(1088);
  }

  @Test
  void whatMayBeSentAgainHasSlots() {
    TransferPlan once =
        plan(Operation.SEND, Transport.RC, Measure.LATENCY, 1024, false, true, false);
    TransferPlan again =
        plan(Operation.SEND, Transport.UC, Measure.LATENCY, 1024, false, true, false);
    for (Role role : Role.values()) {
      assertThat(LaneLayout.of(once, role).slots()).isEqualTo(1);
      assertThat(LaneLayout.of(again, role).slots()).isEqualTo(8);
    }
  }

  @Test
  void aDatagramHasAHeader() {
    LaneLayout layout =
        LaneLayout.of(
            plan(Operation.SEND, Transport.UD, Measure.BANDWIDTH, 1024, false, false, false),
            Role.PASSIVE);
    assertThat(layout.stride()).isEqualTo(1088);
  }

  @Test
  void warmUp() {
    TransferPlan plan =
        new TransferPlan(
            Operation.SEND,
            Transport.RC,
            Measure.BANDWIDTH,
            new Sizes(2, 8 << 20),
            Extent.ofMillis(1000),
            DEPTH,
            false,
            false,
            false,
            Tuning.DEFAULT);
    assertThat(plan.warmUp(2)).isEqualTo(1000);
    assertThat(plan.warmUp(1 << 20)).isEqualTo(16);
    assertThat(plan.warmUp(64 << 10)).isEqualTo(256);
    assertThat(plan.warmUp(8 << 20)).isEqualTo(16);
    assertThat(plan(Operation.SEND, Measure.BANDWIDTH, false, false).warmUp(1024)).isEqualTo(50);
  }

  @Test
  void whoDoesWhat() {
    TransferPlan one = plan(Operation.SEND, Measure.BANDWIDTH, false, false);
    assertThat(one.runs(Role.ACTIVE)).isTrue();
    assertThat(one.serves(Role.ACTIVE)).isFalse();
    assertThat(one.runs(Role.PASSIVE)).isFalse();
    assertThat(one.serves(Role.PASSIVE)).isTrue();
    TransferPlan both =
        plan(Operation.SEND, Transport.RC, Measure.BANDWIDTH, 1024, true, false, false);
    for (Role role : Role.values()) {
      assertThat(both.runs(role) && both.serves(role)).isTrue();
    }
  }

  @Test
  void orderOfSealedMessages() {
    assertThat(order(Operation.SEND, Transport.RC)).isEqualTo(MessageOrder.STRICT);
    assertThat(order(Operation.WRITE_WITH_IMMEDIATE, Transport.UC))
        .isEqualTo(MessageOrder.ASCENDING);
    assertThat(order(Operation.SEND, Transport.UD)).isEqualTo(MessageOrder.WINDOW);
    assertThat(order(Operation.WRITE, Transport.RC)).isEqualTo(MessageOrder.ANY);
    assertThat(order(Operation.READ, Transport.RC)).isEqualTo(MessageOrder.ANY);
  }

  private static MessageOrder order(Operation operation, Transport transport) {
    return plan(operation, transport, Measure.BANDWIDTH, 1024, false, false, true).order();
  }

  @Test
  void lanesAreChecked() {
    TransferPlan plan = plan(Operation.SEND, Measure.BANDWIDTH, false, false);
    assertThatThrownBy(() -> Transfer.of(plan, Role.ACTIVE, List.of()))
        .hasMessage("there is no lane");
  }

  @Test
  void outcomesAsTheyAreTold() {
    Histogram histogram = new Histogram(1, 1_000_000_000, 3);
    histogram.recordValue(1_000_000);
    histogram.recordValue(1_000_001);
    TransferResult outcome = new TransferResult(8, 2, 1, 3, 5, Optional.of(histogram));
    assertThat(outcome.toResult().bytes()).isEqualTo(16);
    assertThat(outcome.toResult().rejected()).isEqualTo(1);
    assertThat(outcome.toResult().latency().orElseThrow().minimum()).isLessThanOrEqualTo(1_000_000);
    TransferResult nothing =
        new TransferResult(8, 0, 0, 0, 0, Optional.of(new Histogram(1, 1000, 3)));
    assertThat(nothing.toResult().latency()).isEmpty();
  }

  @Test
  void controlTellsTheLoops() {
    Control control = new Control();
    control.progress(7);
    assertThat(control.operations()).isEqualTo(7);
    assertThat(control.isPeerFinished()).isFalse();
    control.peerFinished(0);
    assertThat(control.isPeerFinished()).isTrue();
    control.cancel();
    control.reset();
    assertThat(control.isPeerFinished()).isFalse();
    assertThat(control.operations()).isZero();
    assertThat(control.isCancelled()).isTrue();
  }

  private static TransferPlan plan(
      Operation operation, Measure measure, boolean verify, boolean sealed) {
    return plan(operation, Transport.RC, measure, 1024, false, verify, sealed);
  }

  private static TransferPlan plan(
      Operation operation,
      Transport transport,
      Measure measure,
      long size,
      boolean bidirectional,
      boolean verify,
      boolean sealed) {
    return new TransferPlan(
        operation,
        transport,
        measure,
        Sizes.of(size),
        Extent.ofIterations(50),
        DEPTH,
        bidirectional,
        verify,
        sealed,
        Tuning.DEFAULT);
  }
}
