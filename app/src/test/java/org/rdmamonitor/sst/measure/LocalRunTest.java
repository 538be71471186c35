// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.sst.BarrierVariant;
import org.rdmamonitor.sst.FakeNetwork;

class LocalRunTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  private static BarrierPlan plan(int members, int iterations) {
    return new BarrierPlan(members, iterations, BarrierVariant.GFENCE, LONG, true);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void allPropertiesHoldOfTheBarrierThatShips(int members) throws Exception {
    BarrierPlan plan = plan(members, 200);
    try (FakeNetwork network = new FakeNetwork(plan.layout(), members)) {
      BarrierResult outcome = new LocalRun(network.members(), plan, List.of()).run();

      assertThat(outcome.broken()).isEmpty();
      assertThat(outcome.checked()).isEqualTo(220L * members);
      assertThat(outcome.barrier().count()).isEqualTo(200L * members);
      assertThat(outcome.write()).isEmpty();
      assertThat(outcome.tcp()).isEmpty();
    }
  }

  /** Queues are worked on in random order, so that some put is late in some of so many rounds. */
  @Test
  void theCheckFindsWhatANaiveBarrierLetsHappen() throws Exception {
    BarrierPlan plan = new BarrierPlan(3, 2_000, BarrierVariant.NAIVE, LONG, true);
    try (FakeNetwork network = new FakeNetwork(plan.layout(), 5)) {
      BarrierResult outcome = new LocalRun(network.members(), plan, List.of()).run();

      assertThat(outcome.broken()).containsKeys(Claim.D5);
      assertThat(outcome.violations()).isPositive();
    }
  }

  @Test
  void itIsComparedInTurnsWithWritesAndWithTcp() throws Exception {
    BarrierPlan plan = new BarrierPlan(3, 25, BarrierVariant.GFENCE, LONG, false);
    try (FakeNetwork network = new FakeNetwork(plan.layout(), 1)) {
      BarrierResult outcome = new LocalRun(network.members(), plan, TcpMesh.local(3, LONG)).run();

      assertThat(outcome.barrier().count()).isEqualTo(75);
      assertThat(outcome.write().orElseThrow().count()).isEqualTo(25);
      assertThat(outcome.tcp().orElseThrow().count()).isEqualTo(75);
      assertThat(outcome.checked()).isZero();
    }
  }

  @Test
  void theFirstThatFailsEndsTheOthers() throws Exception {
    BarrierPlan plan = plan(3, 10);
    BarrierPlan impatient =
        new BarrierPlan(3, 10, BarrierVariant.GFENCE, Duration.ofSeconds(2), false);
    try (FakeNetwork network = new FakeNetwork(plan.layout(), 1)) {
      LocalRun withoutTheThird =
          new LocalRun(network.members().subList(0, 2), impatient, List.of());

      assertThatThrownBy(withoutTheThird::run)
          .isInstanceOf(TimeoutException.class)
          .hasMessage("member 2 did nothing for 2 s");
    }
  }

  @Test
  void itCanBeStopped() throws Exception {
    BarrierPlan plan = plan(2, Integer.MAX_VALUE);
    try (FakeNetwork network = new FakeNetwork(plan.layout(), 1)) {
      LocalRun run = new LocalRun(network.members(), plan, TcpMesh.local(2, LONG));
      CountDownLatch begun = new CountDownLatch(1);
      FutureTask<BarrierResult> task =
          new FutureTask<>(() -> {
            begun.countDown();
            return run.run();
          });
      Thread.ofPlatform().daemon().start(task);
      begun.await();
      run.stop();

      assertThatThrownBy(task::get).hasCauseInstanceOf(InterruptedException.class);
    }
  }

  @Test
  void turnsAddUpToTheIterations() {
    for (int iterations : new int[] {1, 9, 10, 11, 1_003}) {
      BarrierPlan plan = plan(2, iterations);
      int sum = 0;
      for (int block = 0; block < plan.blocks(); block++) {
        sum += plan.block(block);
      }
      assertThat(sum).isEqualTo(iterations);
    }
  }
}
