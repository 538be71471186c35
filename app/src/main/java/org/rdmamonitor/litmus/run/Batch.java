// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One run, or this host's part of it: iterations one after the other, each in memory of its own.
 * The test's threads begin each iteration together. No result is read before all iterations are
 * over and have reached memory on all hosts. For one thread, except for {@link #abort}; it starts
 * the threads of the test itself.
 */
public final class Batch {
  /** How many waits with a time limit a thread has beyond those of its steps. */
  private static final int MORE_WAITS = 4;

  private final TestPlan plan;
  private final Part part;
  private final Testbed testbed;
  private final int instances;
  private final int[] slots;
  private final Widening widening;
  private final Randomness randomness;
  private final Duration limit;
  private final Meeting meeting;
  private final IdleFlags idleFlags;
  private final RunCoordination coordination;
  private final SortedMap<Integer, Walker> walkers = new TreeMap<>();
  private final int @Nullable [] processors;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * A run.
   *
   * @param part of the test that this host does
   * @param run its number, from 0
   * @param size iterations, at most as many as the settings have
   * @param stop whether to end it early; asked before each iteration
   */
  public Batch(
      TestPlan plan,
      Part part,
      Testbed testbed,
      RunSettings settings,
      long run,
      int size,
      Widening widening,
      BooleanSupplier stop) {
    this.plan = plan;
    this.part = part;
    this.testbed = testbed;
    this.instances = settings.size();
    this.widening = widening;
    int threads = plan.threads().size();
    this.randomness = new Randomness(settings.seed(), run, threads);
    int[] places = randomness.permutation(instances);
    this.slots = IntStream.range(0, size).map(i -> places[i]).toArray();
    this.processors =
        settings.isPinned()
            ? randomness.permutation(Runtime.getRuntime().availableProcessors())
            : null;
    this.limit = settings.limit();
    List<Integer> here = part.threads(plan);
    this.idleFlags = new IdleFlags(threads, here);
    this.coordination =
        new RunCoordination(testbed.rows(), part.others(plan), run * settings.size(), idleFlags);
    this.meeting = new Meeting(here.size(), stop, coordination, patience(plan, settings));
    for (int thread : here) {
      walkers.put(thread, new Walker(this, thread, new Randomness(settings.seed(), run, thread)));
    }
  }

  /** How long an iteration may take at most, given that each wait has a limit. */
  public static Duration patience(TestPlan plan, RunSettings settings) {
    int steps = plan.threads().stream().mapToInt(thread -> thread.steps().size()).max().orElse(0);
    return settings.limit().multipliedBy(steps + MORE_WAITS);
  }

  TestPlan plan() {
    return plan;
  }

  Testbed testbed() {
    return testbed;
  }

  Widening widening() {
    return widening;
  }

  Meeting meeting() {
    return meeting;
  }

  IdleFlags idleFlags() {
    return idleFlags;
  }

  RunCoordination coordination() {
    return coordination;
  }

  Part part() {
    return part;
  }

  Duration limit() {
    return limit;
  }

  int size() {
    return slots.length;
  }

  /** The slot that an iteration has its memory in. */
  int slot(int iteration) {
    return slots[iteration];
  }

  /** The index of a word in an iteration's memory. */
  int word(int node, Cell cell, int slot) {
    return plan.nodes().get(node).word(cell, slot, instances);
  }

  /** The walker of a thread that runs on this host. */
  Walker walker(int thread) {
    return Objects.requireNonNull(walkers.get(thread));
  }

  /**
   * Does all iterations, once memory is initialized on all hosts.
   *
   * @return how many iterations were done: fewer than planned if the run was stopped or aborted,
   *     and all of them where no thread runs on this host
   * @throws RuntimeException of the testbed, if a request failed or other hosts did not go on
   */
  public int run() {
    List<Thread> threads = new ArrayList<>();
    walkers.forEach((index, walker) ->
        threads.add(
            Thread.ofPlatform()
                .daemon()
                .name("litmus-" + plan.threads().get(index).name())
                .start(() -> walk(walker, index))));
    threads.forEach(Batch::join);
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    return walkers.values().stream().mapToInt(Walker::done).min().orElse(size());
  }

  /** Makes {@link #run} end soon, whatever it waits for; the results are invalid then. */
  public void abort() {
    meeting.abort();
  }

  private void walk(Walker walker, int thread) {
    try {
      if (processors != null) {
        testbed.pin(processors[thread % processors.length]);
      }
      walker.walk();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      meeting.abort();
    }
  }

  /** Writes the initial values into this host's memory. */
  public void initialize() {
    for (int node = 0; node < plan.nodes().size(); node++) {
      if (!part.hasNode(node)) {
        continue;
      }
      NodePlan nodePlan = plan.nodes().get(node);
      Testbed.Memory memory = testbed.memory(node);
      for (int i = 0; i < nodePlan.constants().size(); i++) {
        memory.store(word(node, Cell.shared(i), 0), nodePlan.constants().get(i));
      }
      for (int slot : slots) {
        for (int i = 0; i < nodePlan.locations().size(); i++) {
          memory.store(word(node, Cell.own(i), slot), nodePlan.locations().get(i).value());
        }
      }
    }
  }

  private static void join(Thread thread) {
    boolean isInterrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        isInterrupted = true; // the threads use memory that the caller frees afterwards
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
