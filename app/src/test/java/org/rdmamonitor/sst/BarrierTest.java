// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.sst.Fabric.Source;

class BarrierTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final int LINE = TableLayout.LINE;
  private static final TableLayout LAYOUT = new TableLayout(2, 1, 2 * LINE);
  private static final int DATA = LAYOUT.data();

  /** The proof is about these programs: the steps must be theirs. */
  @ParameterizedTest
  @EnumSource
  void theStepsAreThoseOfTheProgramsThatAreCertified(BarrierVariant variant) throws Exception {
    List<String> certified =
        BarrierClaim.P2
            .test(org.rdmamonitor.litmus.barrier.BarrierVariant.valueOf(variant.name()), 3, 3)
            .threads()
            .getFirst()
            .instructions()
            .stream()
            .map(instruction -> instruction.toString().replaceFirst(" >= \\d+$", ""))
            .toList();
    TableLayout layout = TableLayout.ofTable(3, 1);
    RecordingFabric fabric = new RecordingFabric(layout, "r", "g1", LINE);
    Barrier barrier = new Barrier(new SharedTable(fabric, layout, LONG), 0, variant);

    barrier.await();
    barrier.await();
    barrier.await();

    assertThat(fabric.steps).containsExactlyElementsOf(certified);
  }

  @Test
  void thereIsAVariantForEachThatTheModelKnows() {
    assertThat(BarrierVariant.values())
        .extracting(BarrierVariant::word)
        .containsExactlyElementsOf(
            List.of(org.rdmamonitor.litmus.barrier.BarrierVariant.values()).stream()
                .map(org.rdmamonitor.litmus.barrier.BarrierVariant::word)
                .toList());
  }

  @Test
  void aNaiveBarrierIsLeftBeforeItsOwnPutsAreRead() throws Exception {
    assertThat(spoiled(BarrierVariant.NAIVE)).isEqualTo(2);
    assertThat(spoiled(BarrierVariant.INLINE)).isEqualTo(2);
  }

  /** D5: the first member's puts are under way until it has left and changed what it had put. */
  private static long spoiled(BarrierVariant variant) throws Exception {
    try (FakeNetwork network = new FakeNetwork(LAYOUT, 1)) {
      Fabric first = network.members().getFirst();
      network.hold(0, 1, () -> network.value(0, DATA) != 2);
      FutureTask<Long> other =
          start(() -> {
            barrier(network, 1, variant).await();
            return network.members().get(1).load(DATA);
          });
      first.store(DATA, 1);
      first.put(1, DATA, Long.BYTES, Source.MEMORY);
      barrier(network, 0, variant).await();
      first.store(DATA, 2);
      return other.get();
    }
  }

  @Test
  void aFencedBarrierIsNotLeftWhilePutsAreUnderWay() throws Exception {
    try (FakeNetwork network = new FakeNetwork(LAYOUT, 1)) {
      AtomicBoolean isHeld = new AtomicBoolean(true);
      network.hold(0, 1, isHeld::get);
      Fabric first = network.members().getFirst();
      FutureTask<Long> own =
          start(() -> {
            first.store(DATA, 1);
            first.put(1, DATA, Long.BYTES, Source.MEMORY);
            return barrier(network, 0, BarrierVariant.GFENCE).await();
          });
      FutureTask<Long> other = start(() -> barrier(network, 1, BarrierVariant.GFENCE).await());
      while (network.value(0, LAYOUT.field(1, 0)) == 0) {
        Thread.onSpinWait(); // the other has arrived here
      }

      assertThat(network.value(0, LAYOUT.field(0, 0))).isZero();
      assertThat(own.isDone()).isFalse();
      isHeld.set(false);
      assertThat(own.get()).isEqualTo(1);
      assertThat(other.get()).isEqualTo(1);
      assertThat(network.value(1, DATA)).isEqualTo(1);
    }
  }

  @Test
  void whoIsLateIsNamed() throws Exception {
    TableLayout layout = TableLayout.ofTable(4, 1);
    try (FakeNetwork network = new FakeNetwork(layout, 1)) {
      FutureTask<Long> arrived = start(() -> barrier(network, layout, 1, LONG).await());
      Barrier barrier = barrier(network, layout, 0, Duration.ofMillis(100));

      assertThatThrownBy(barrier::await)
          .isInstanceOf(TimeoutException.class)
          .hasMessage("members 2, 3 did nothing for 100 ms");
      assertThat(arrived.isDone()).isFalse();
    }
  }

  @Test
  void aMemberThatDiesIsFoundByThoseThatWaitForIt() throws Exception {
    try (FakeNetwork network = new FakeNetwork(LAYOUT, 1)) {
      FutureTask<Long> waiting = start(() -> barrier(network, 0, BarrierVariant.GFENCE).await());
      while (network.value(1, LAYOUT.field(0, 0)) == 0) {
        Thread.onSpinWait(); // all that it posted has arrived
      }
      network.kill(1);

      assertThatThrownBy(waiting::get)
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("member 1 is gone");
    }
  }

  @Test
  void aThreadThatWaitsCanBeInterrupted() throws Exception {
    try (FakeNetwork network = new FakeNetwork(LAYOUT, 1)) {
      Thread.currentThread().interrupt();

      assertThatThrownBy(barrier(network, 0, BarrierVariant.GFENCE)::await)
          .isInstanceOf(InterruptedException.class);
    }
  }

  private static Barrier barrier(FakeNetwork network, int member, BarrierVariant variant) {
    return new Barrier(new SharedTable(network.members().get(member), LAYOUT, LONG), 0, variant);
  }

  private static Barrier barrier(
      FakeNetwork network, TableLayout layout, int member, Duration limit) {
    return new Barrier(new SharedTable(network.members().get(member), layout, limit), 0);
  }

  private static FutureTask<Long> start(Callable<Long> what) {
    FutureTask<Long> task = new FutureTask<>(what);
    Thread.ofPlatform().daemon().start(task);
    return task;
  }
}
