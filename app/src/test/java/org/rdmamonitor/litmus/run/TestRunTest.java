// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmamonitor.litmus.run.Programs.program;
import static org.rdmamonitor.litmus.run.Programs.sample;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchLimits;

class TestRunTest {
  private final SimulatedTestbed.Maker maker = new SimulatedTestbed.Maker();

  private static boolean never() {
    return false;
  }

  private static RunSettings settings(long iterations, int size, Widening... widenings) {
    return new RunSettings(iterations, size, List.of(widenings), 7, Duration.ofSeconds(60), false);
  }

  private RunResult run(LitmusTest test, RunSettings settings, BooleanSupplier stop)
      throws Exception {
    return new TestRun(Planner.plan(test), Runs.Maker.of(maker), settings, stop, () -> 0).run();
  }

  private RunResult run(LitmusTest test) throws Exception {
    return run(test, settings(20, 10, Widening.NONE), TestRunTest::never);
  }

  private static SortedMap<Outcome, Long> outcomes(long count, boolean hangs, Long... values) {
    return new TreeMap<>(Map.of(new Outcome(hangs, List.of(values)), count));
  }

  @ParameterizedTest
  @MethodSource("org.rdmamonitor.litmus.run.Programs#samples")
  void whatASimulatedDeviceShowsIsAllowed(String name) throws Exception {
    LitmusTest test = sample(name);
    try (Explorer explorer =
        new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime)) {
      for (ModelOptions options : List.of(ModelOptions.DEFAULT, ModelOptions.RXE)) {
        RunResult result = run(test, settings(30, 10, Widening.values()), TestRunTest::never);

        assertThat(result.outside(explorer.explore(test, options).outcomes())).isEmpty();
        assertThat(result.iterations() + result.abandoned()).isEqualTo(30);
      }
    }
    assertThat(maker.made()).isNotEmpty().allMatch(SimulatedTestbed::isClosed);
  }

  @Test
  void aPutThatIsNotPolledReadsLate() throws Exception {
    assertThat(run(sample("L1")).outcomes()).isEqualTo(outcomes(20, false, 1L));
    assertThat(run(sample("L2")).outcomes()).isEqualTo(outcomes(20, false, 0L));
  }

  @Test
  void aCompletionThatComesTooEarlyIsFoundOut() throws Exception {
    RunResult result =
        new TestRun(
                Planner.plan(sample("L2")),
                Runs.Maker.of(SimulatedTestbed.Maker.ofHasty()),
                settings(20, 10, Widening.NONE),
                TestRunTest::never,
                () -> 0)
            .run();

    assertThat(result.outside(new TreeSet<>(outcomes(1, false, 0L).keySet())))
        .isEqualTo(outcomes(20, false, 1L));
    assertThat(result.isValid()).isFalse();
  }

  @Test
  void whatSoftRoceForgetsIsRemindedOf() throws Exception {
    RunResult result =
        new TestRun(
                Planner.plan(sample("A1f")),
                Runs.Maker.of(SimulatedTestbed.Maker.ofForgetful()),
                settings(2, 1, Widening.NONE),
                TestRunTest::never,
                () -> 0)
            .run();

    assertThat(result.iterations()).isEqualTo(2);
    assertThat(result.abandoned()).isZero();
  }

  @Test
  void valuesAreThoseOfTheIteration() throws Exception {
    LitmusTest test =
        program(
            "x@n1 = 4; y@n1; z@n2 = 5; w@n2;",
            "locations [0:a; 0:b; 0:c; 0:d; x; y; z; w;] exists (true)",
            "P0@n1",
            "a := x",
            "b := cas x, 4, 6",
            "c := cas x, 4, 8",
            "iput z <- a+3",
            "rfaa y <- w, 2",
            "rcas y <- w, 2, 9",
            "poll n2 3",
            "d := y");

    assertThat(test.observed().stream().map(Object::toString))
        .containsExactly("0:a", "0:b", "0:c", "0:d", "x", "y", "z", "w");
    assertThat(run(test).outcomes()).isEqualTo(outcomes(20, false, 4L, 4L, 6L, 2L, 6L, 2L, 7L, 9L));
  }

  @Test
  void whatIsWaitedForInVainIsAHang() throws Exception {
    LitmusTest await =
        program(
            "x@n1; z@n2;", "exists (hang /\\ z=1)",
            "P0@n1 | P1@n2", "await x = 1 | z := 1");
    LitmusTest poll =
        program(
            "x@n1; z@n2;", "exists (x=0 /\\ z=3)", "P0@n1", "put z <- 3", "poll n2 2", "x := 1");

    assertThat(run(await, settings(3, 3, Widening.NONE), TestRunTest::never).outcomes())
        .isEqualTo(outcomes(3, true, 1L));
    assertThat(run(poll, settings(3, 3, Widening.NONE), TestRunTest::never).outcomes())
        .isEqualTo(outcomes(3, true, 0L, 3L));
  }

  @Test
  void threadsWaitForEachOther() throws Exception {
    LitmusTest test =
        program(
            "x@n1; y@n1; z@n2;",
            "forall (y=2 /\\ x=1)",
            "P0@n1 | P1@n1",
            "await x = 1 | a := y",
            "y := 2 | x := a+1");

    assertThat(run(test).isValid()).isTrue();
    assertThat(run(test).outcomes()).isEqualTo(outcomes(20, false, 2L, 1L));
  }

  @Test
  void widenedRequestsHaveReadsAhead() throws Exception {
    run(sample("L1"), settings(50, 10, Widening.NONE), TestRunTest::never);
    assertThat(maker.made().getLast().ahead()).isZero();

    RunResult result = run(sample("L1"), settings(50, 10, Widening.values()), TestRunTest::never);
    assertThat(maker.made()).hasSize(3); // READS has a testbed of its own: one READ at a time
    assertThat(maker.made().subList(1, 3)).allMatch(testbed -> testbed.ahead() > 0);
    assertThat(result.iterations(Widening.NONE)).isEqualTo(20);
    assertThat(result.iterations(Widening.FENCE)).isEqualTo(20);
    assertThat(result.positive(Widening.READS)).isEqualTo(10);
  }

  @Test
  void aStopLeavesWhatWasSeen() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    RunResult result =
        run(sample("L13"), settings(1000, 100, Widening.NONE), () -> asked.incrementAndGet() > 25);

    assertThat(result.iterations()).isBetween(20L, 24L);
    assertThat(maker.made()).allMatch(SimulatedTestbed::isClosed);
  }

  @Test
  void aThreadThatFailsEndsTheOthers() throws Exception {
    RunSettings pinned =
        new RunSettings(10, 10, List.of(Widening.NONE), 7, Duration.ofSeconds(60), true);

    assertThatThrownBy(() -> run(sample("L13"), pinned, TestRunTest::never))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThat(maker.made()).hasSize(1).allMatch(SimulatedTestbed::isClosed);
  }
}
