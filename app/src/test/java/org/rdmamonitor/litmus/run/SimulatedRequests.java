// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLongArray;

/** What was posted to a simulated queue pair, and has to be executed in order. */
public abstract class SimulatedRequests {
  private final LanePlan lane;
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  /** Memory of a node. */
  public record Words(AtomicLongArray words) implements Testbed.Memory {
    @Override
    public long load(int word) {
      return words.get(word);
    }

    @Override
    public void store(int word, long value) {
      words.set(word, value);
    }

    @Override
    public long compareAndExchange(int word, long expected, long desired) {
      return words.compareAndExchange(word, expected, desired);
    }
  }

  /** The requests of a lane's queue pair. */
  protected SimulatedRequests(LanePlan lane) {
    this.lane = lane;
  }

  /** The memory of a node, by its index. */
  protected abstract AtomicLongArray words(int node);

  /** The index of the word that a cell is in an iteration's memory. */
  protected abstract int word(int node, Cell cell, int slot);

  /** How many requests can wait. */
  public int room() {
    return 4 + lane.requests().size();
  }

  /** Adds a request; an inline one takes its source's value now. */
  protected void add(int slot, int request) {
    RequestPlan plan = lane.requests().get(request);
    if (plan.inline()) {
      long carried = words(lane.node()).get(word(lane.node(), plan.local(), slot));
      waiting.add(() -> set(lane.remote(), plan.remote(), slot, carried));
    } else {
      waiting.add(() -> execute(plan, slot));
    }
  }

  /** Adds a request that does nothing. */
  protected void addEmpty() {
    waiting.add(() -> {});
  }

  /** Executes the first request that waits; false if none does. */
  protected boolean doNext() {
    Runnable next = waiting.poll();
    if (next == null) {
      return false;
    }
    next.run();
    return true;
  }

  private void execute(RequestPlan request, int slot) {
    AtomicLongArray far = words(lane.remote());
    int there = word(lane.remote(), request.remote(), slot);
    switch (request.operation()) {
      case WRITE ->
          far.set(there, words(lane.node()).get(word(lane.node(), request.local(), slot)));
      case READ -> set(lane.node(), request.local(), slot, far.get(there));
      case FETCH_AND_ADD ->
          set(lane.node(), request.local(), slot, far.getAndAdd(there, request.compareOrAdd()));
      case COMPARE_AND_SWAP ->
          set(
              lane.node(),
              request.local(),
              slot,
              far.compareAndExchange(there, request.compareOrAdd(), request.swap()));
    }
  }

  private void set(int node, Cell cell, int slot, long value) {
    words(node).set(word(node, cell, slot), value);
  }
}
