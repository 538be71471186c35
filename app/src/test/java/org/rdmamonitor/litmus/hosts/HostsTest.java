// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmamonitor.litmus.run.Programs.program;
import static org.rdmamonitor.litmus.run.Programs.sample;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.litmus.run.Planner;
import org.rdmamonitor.litmus.run.RunResult;
import org.rdmamonitor.litmus.run.RunSettings;
import org.rdmamonitor.litmus.run.TestRun;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.litmus.run.Widening;
import org.rdmamonitor.litmus.search.Explorer;
import org.rdmamonitor.litmus.search.Outcome;
import org.rdmamonitor.litmus.search.SearchLimits;

/**
 * A leader and followers in one process. They find each other's memory by what they tell each
 * other.
 */
class HostsTest {
  private final SimulatedHost first = new SimulatedHost("rxe0");
  private final List<SimulatedHost> others = new ArrayList<>();
  private final List<Pipe> ends = new ArrayList<>();
  private final List<FutureTask<Void>> servers = new ArrayList<>();

  /** A leader with this many hosts, itself included. */
  private Leader lead(int hosts) throws IOException {
    return lead(hosts, new Budget(1 << 30));
  }

  private Leader lead(int hosts, Budget budget) throws IOException {
    List<Peer> peers = new ArrayList<>();
    for (int host = 1; host < hosts; host++) {
      SimulatedHost other = new SimulatedHost("rxe" + host);
      others.add(other);
      List<Pipe> pair = Pipe.pair("leader", "node" + host);
      peers.add(pair.get(0));
      Pipe end = pair.get(1);
      ends.add(end);
      serve(new HostServer(other, budget), end);
    }
    return Leader.greet(first, peers);
  }

  private void serve(HostServer server, Pipe end) {
    FutureTask<Void> task =
        new FutureTask<>(() -> {
          try (end) {
            server.serve(end);
          }
          return null;
        });
    servers.add(task);
    Thread.ofPlatform().daemon().start(task);
  }

  /** Checks that each server is done with its leader, and that nothing is left. */
  private void assertServed() throws Exception {
    for (FutureTask<Void> server : servers) {
      server.get(Hanging.SECONDS, TimeUnit.SECONDS);
    }
    assertNothingIsLeft();
  }

  private void assertNothingIsLeft() {
    assertThat(Stream.concat(Stream.of(first), others.stream()).flatMap(host -> host.made.stream()))
        .allMatch(share -> share.isClosed);
  }

  private static RunSettings settings(long iterations, int size, Widening... widenings) {
    return new RunSettings(iterations, size, List.of(widenings), 7, Duration.ofSeconds(30), false);
  }

  private static RunResult run(Leader leader, LitmusTest test, RunSettings settings)
      throws Exception {
    return run(leader, test, settings, () -> false);
  }

  private static RunResult run(
      Leader leader, LitmusTest test, RunSettings settings, BooleanSupplier stop) throws Exception {
    return new TestRun(Planner.plan(test), leader, settings, stop, () -> 0).run();
  }

  /** Does this many iterations of a sample. */
  static RunResult run(Leader leader, String sample, int iterations) throws Exception {
    return run(leader, sample(sample), settings(iterations, iterations, Widening.NONE));
  }

  @ParameterizedTest
  @MethodSource("org.rdmamonitor.litmus.run.Programs#samples")
  void whatIsSeenOnTwoHostsIsAllowed(String name) throws Exception {
    LitmusTest test = sample(name);
    try (Leader leader = lead(2);
        Explorer explorer =
            new Explorer(SearchLimits.ofThisProcess().withThreads(1), System::nanoTime)) {
      RunResult result = run(leader, test, settings(30, 10, Widening.values()));

      assertThat(result.outside(explorer.explore(test, ModelOptions.DEFAULT).outcomes())).isEmpty();
      assertThat(result.iterations() + result.abandoned()).isEqualTo(30);
      assertThat(result.devices()).containsExactly("rxe0", "node1:rxe1");
    }
    assertServed();
  }

  @Test
  void threeHostsPutTogetherWhatEachHasSeen() throws Exception {
    LitmusTest test =
        program(
            "x@n1 = 4; y@n1; z@n2 = 5; w@n3; v@n3;",
            "locations [0:a; 1:b; 2:c; x; y; z; w; v;] exists (true)",
            "P0@n1 | P1@n2 | P2@n3",
            "a := x | b := z | c := w",
            "put z <- 7 | rfaa z <- v, 3 | put y <- 9",
            "poll n2 | poll n3 | poll n1");
    try (Leader leader = lead(3)) {
      RunResult result = run(leader, test, settings(10, 5, Widening.NONE));

      assertThat(result.outcomes().keySet())
          .allMatch(outcome -> !outcome.hangs())
          .extracting(Outcome::values)
          .isSubsetOf(
              List.of(
                  List.of(4L, 5L, 0L, 4L, 9L, 0L, 0L, 3L),
                  List.of(4L, 5L, 0L, 4L, 9L, 7L, 0L, 3L),
                  List.of(4L, 7L, 0L, 4L, 9L, 0L, 0L, 3L)));
      assertThat(result.iterations()).isEqualTo(10);
    }
    assertServed();
    assertThat(others).allMatch(host -> host.made.getFirst().isAttempted);
  }

  @Test
  void aThreadThatWaitsInVainForAnotherHostHangs() throws Exception {
    LitmusTest test =
        program(
            "x@n1; z@n2;",
            "exists (hang /\\ z=1)",
            "P0@n1 | P1@n2",
            "await x = 1 | put x <- 2",
            "| z := 1");
    try (Leader leader = lead(2)) {
      RunResult result = run(leader, test, settings(3, 3, Widening.NONE));

      assertThat(result.outcomes())
          .isEqualTo(new TreeMap<>(Map.of(new Outcome(true, List.of(1L)), 3L)));
    }
    assertServed();
  }

  @Test
  void threadsOfHostsWaitForEachOther() throws Exception {
    LitmusTest test =
        program(
            "x@n1; y@n1; z@n2; w@n2;",
            "forall (y=2 /\\ w=1)",
            "P0@n1 | P1@n2",
            "x := 1 | await z = 1",
            "put z <- x | a := z",
            "await y = 2 | w := a",
            "| put y <- 2");
    try (Leader leader = lead(2)) {
      assertThat(run(leader, test, settings(20, 10, Widening.NONE)).isValid()).isTrue();
    }
    assertServed();
  }

  @Test
  void manyValuesComeInSeveralFrames() throws Exception {
    try (Leader leader = lead(2)) {
      assertThat(run(leader, sample("L13"), settings(9000, 9000, Widening.NONE)).iterations())
          .isEqualTo(9000);
    }
    assertServed();
  }

  @Test
  void aStopLeavesWhatWasSeen() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (Leader leader = lead(2)) {
      RunResult result =
          run(
              leader,
              sample("L13"),
              settings(1000, 100, Widening.NONE),
              () -> asked.incrementAndGet() > 25);

      assertThat(result.iterations() + result.abandoned()).isBetween(20L, 24L);
    }
    assertServed();
  }

  @Test
  void aHostThatCannotDoATestMayDoTheNext() throws Exception {
    try (Leader leader = lead(2)) {
      others.getFirst().isUnfit = true;
      assertThatThrownBy(() -> run(leader, sample("L13"), settings(10, 10, Widening.NONE)))
          .isInstanceOf(TestbedException.class)
          .hasMessage("node1: rxe1 cannot do it")
          .matches(e -> ((TestbedException) e).isPrerequisite());

      others.getFirst().isUnfit = false;
      assertThat(run(leader, sample("L13"), settings(10, 10, Widening.NONE)).iterations())
          .isEqualTo(10);
    }
    assertServed();
  }

  @Test
  void aRequestThatFailsEndsTheTestOnAllHosts() throws Exception {
    try (Leader leader = lead(3)) {
      others.getFirst().failsAfter = 5;
      assertThatThrownBy(() -> run(leader, sample("L25"), settings(100, 100, Widening.NONE)))
          .isInstanceOf(TestbedException.class)
          .hasMessage("node1: a request failed");

      others.getFirst().failsAfter = -1;
      first.failsAfter = 5;
      assertThatThrownBy(() -> run(leader, sample("L25"), settings(100, 100, Widening.NONE)))
          .isInstanceOf(TestbedException.class)
          .hasMessage("a request failed");
      assertNothingIsLeft();
    }
    assertServed();
  }

  @Test
  void aTestThatNeedsTooMuchIsRefused() throws Exception {
    try (Leader leader = lead(2, new Budget(1 << 20))) {
      assertThatThrownBy(() -> run(leader, sample("L13"), settings(100_000, 100_000)))
          .isInstanceOf(TestbedException.class)
          .hasMessageMatching(
              "node1: the test needs [0-9]+ MiB of memory, and may have 1; lower --size, or raise"
                  + " --max-memory there");
    }
    assertServed();
  }

  @Test
  void aHostThatIsLostEndsTheRun() throws Exception {
    try (Leader leader = lead(3)) {
      AtomicInteger asked = new AtomicInteger();
      BooleanSupplier lose =
          () -> {
            if (asked.incrementAndGet() == 30) {
              ends.getFirst().close();
            }
            return false;
          };
      assertThatThrownBy(
              () -> run(leader, sample("L25"), settings(100_000, 100_000, Widening.NONE), lose))
          .isInstanceOf(HostsBrokenException.class)
          .hasRootCauseMessage("node1: the other end closed the connection");
      assertThat(first.made).allMatch(share -> share.isClosed);
      assertThat(others.get(1).made).allMatch(share -> share.isClosed);
    }
  }

  @Test
  void aLeaderThatIsLostLeavesNothing() throws Exception {
    lead(2);
    Pipe end = ends.getFirst();
    List<Pipe> pair = Pipe.pair("leader", "node1");
    serve(new HostServer(others.getFirst(), new Budget(1 << 30)), pair.get(1));
    FutureTask<Void> server = servers.getLast();
    try (Leader leader = Leader.greet(first, List.of(pair.get(0)))) {
      AtomicInteger asked = new AtomicInteger();
      BooleanSupplier lose =
          () -> {
            if (asked.incrementAndGet() == 30) {
              pair.get(0).close();
            }
            return false;
          };
      assertThatThrownBy(
              () -> run(leader, sample("L25"), settings(100_000, 100_000, Widening.NONE), lose))
          .isInstanceOf(RuntimeException.class);
    }
    assertThatThrownBy(() -> server.get(Hanging.SECONDS, TimeUnit.SECONDS))
        .hasRootCauseMessage("leader: the other end closed the connection");
    assertNothingIsLeft();
    end.close();
  }
}
