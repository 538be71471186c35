// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.search;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.model.LitmusLimitException;
import org.rdmamonitor.litmus.model.Machine;
import org.rdmamonitor.litmus.model.ModelOptions;
import org.rdmamonitor.units.Bytes;

/** Finds every outcome of a test. */
public final class Explorer implements AutoCloseable {
  /**
   * A level with fewer states than this is done by one thread: starting more would cost more than
   * it saves.
   */
  private static final int WORTH_THREADS = 4096;

  private final SearchLimits limits;
  private final LongSupplier nanoTime;
  private @Nullable ExecutorService executor;

  /**
   * An explorer that may be used any number of times.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  public Explorer(SearchLimits limits, LongSupplier nanoTime) {
    this.limits = limits;
    this.nanoTime = nanoTime;
  }

  /**
   * Goes through all executions.
   *
   * @throws LitmusLimitException if a limit is reached before the end
   */
  public SearchResult explore(LitmusTest test, ModelOptions options) {
    long start = nanoTime.getAsLong();
    Machine machine =
        limits.reduced() ? Machine.of(test, options) : Machine.complete(test, options);
    List<StatePart> parts =
        IntStream.range(0, limits.threads())
            .mapToObj(number -> new StatePart(machine, limits.reduced(), number, limits.threads()))
            .toList();
    // No event happens twice, so no level is higher than the number of events; the initial state is
    // on level 0.
    long[] initial = machine.initial();
    parts.getFirst().add(0, StateSet.hash(initial, 0, initial.length), initial, 0);
    long peak = 0;
    for (int level = 0; level <= machine.events(); level++) {
      peak = Math.max(peak, deal(parts, level));
      check(test, parts, peak);
    }
    TreeSet<Outcome> outcomes = new TreeSet<>();
    parts.forEach(part -> outcomes.addAll(part.outcomes()));
    return new SearchResult(
        test,
        options,
        limits.reduced(),
        outcomes,
        parts.stream().mapToLong(StatePart::states).sum(),
        parts.stream().mapToLong(StatePart::steps).sum(),
        machine.bits(),
        machine.words() * Long.BYTES,
        peak,
        nanoTime.getAsLong() - start);
  }

  @Override
  public void close() {
    if (executor != null) {
      executor.shutdownNow();
      executor = null;
    }
  }

  private long deal(List<StatePart> parts, int level) {
    int waiting = parts.stream().mapToInt(part -> part.size(level)).sum();
    if (waiting == 0) {
      return 0;
    }
    boolean together = parts.size() > 1 && waiting >= WORTH_THREADS;
    all(parts, together, part -> part.expand(level));
    long bytes = parts.stream().mapToLong(StatePart::bytes).sum();
    all(parts, together, part -> parts.forEach(part::receive));
    return bytes;
  }

  private void all(List<StatePart> parts, boolean together, Consumer<StatePart> task) {
    if (!together) {
      parts.forEach(task);
      return;
    }
    List<Future<?>> futures = new ArrayList<>();
    ExecutorService pool = pool(parts.size());
    parts.forEach(part -> futures.add(pool.submit(() -> task.accept(part))));
    for (Future<?> future : futures) {
      await(future);
    }
  }

  private static void await(Future<?> future) {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  private ExecutorService pool(int threads) {
    if (executor == null) {
      executor =
          Executors.newFixedThreadPool(
              threads, Thread.ofPlatform().daemon().name("litmus-", 0).factory());
    }
    return executor;
  }

  private void check(LitmusTest test, List<StatePart> parts, long bytes) {
    long states = parts.stream().mapToLong(StatePart::states).sum();
    if (states > limits.states()) {
      throw new LitmusLimitException(
          "%s has more than %d states; raise --max-states, or take away instructions"
              .formatted(test.name(), limits.states()));
    }
    if (bytes > limits.bytes()) {
      throw new LitmusLimitException(
          ("%s: %d states so far need more than %s; raise --max-memory, or take away"
                  + " instructions")
              .formatted(test.name(), states, Bytes.mebibytes(limits.bytes())));
    }
  }
}
