// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One run: iterations one after the other, each in memory of its own, by threads that begin each
 * together. Nothing is looked at before all of them are over and have reached memory.
 */
final class Batch {
  private final TestPlan plan;
  private final Testbed testbed;
  private final int instances;
  private final int[] slots;
  private final Widening widening;
  private final Randomness randomness;
  private final Duration limit;
  private final Meeting meeting;
  private final Board board;
  private final List<Walker> walkers;
  private final int @Nullable [] processors;
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /**
   * A run.
   *
   * @param run its number, from 0
   * @param size iterations, up to the settings'
   */
  Batch(
      TestPlan plan,
      Testbed testbed,
      RunSettings settings,
      long run,
      int size,
      Widening widening,
      BooleanSupplier stop) {
    this.plan = plan;
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
    this.meeting = new Meeting(threads, stop);
    this.board = new Board(threads);
    this.walkers =
        IntStream.range(0, threads)
            .mapToObj(
                thread -> new Walker(this, thread, new Randomness(settings.seed(), run, thread)))
            .toList();
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

  Board board() {
    return board;
  }

  Duration limit() {
    return limit;
  }

  int size() {
    return slots.length;
  }

  /** Where an iteration has its memory. */
  int slot(int iteration) {
    return slots[iteration];
  }

  /** The index of a word in an iteration's memory. */
  int word(int node, Cell cell, int slot) {
    return plan.nodes().get(node).word(cell, slot, instances);
  }

  Walker walker(int thread) {
    return walkers.get(thread);
  }

  /**
   * Does all of it.
   *
   * @return iterations that were made; fewer if it was stopped
   */
  int run() {
    initialize();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < walkers.size(); i++) {
      int index = i;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("litmus-" + plan.threads().get(i).name())
              .start(() -> walk(index)));
    }
    threads.forEach(Batch::join);
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
    return walkers.stream().mapToInt(Walker::done).min().orElse(0);
  }

  private void walk(int thread) {
    try {
      if (processors != null) {
        testbed.pin(processors[thread % processors.length]);
      }
      walkers.get(thread).walk();
    } catch (Throwable e) {
      failure.compareAndSet(null, e);
      meeting.end();
    }
  }

  private void initialize() {
    for (int node = 0; node < plan.nodes().size(); node++) {
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
        isInterrupted = true; // memory must not be freed under it
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
