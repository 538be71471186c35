// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A testbed in this process's memory. Each queue pair executes what was posted one request after
 * the other, when it is asked for completions. So a put reads its source late, unless its thread
 * polls.
 */
public final class SimulatedTestbed implements Testbed {
  private final TestPlan plan;
  private final int instances;
  private final Habit habit;
  private final List<SimulatedRequests.Words> memories = new ArrayList<>();
  private final List<SimulatedLane> lanes = new ArrayList<>();
  private boolean isClosed;

  /** How a testbed misbehaves. */
  private enum Habit {
    NONE,
    HASTY,
    FORGETFUL
  }

  /** Makes simulated testbeds, and keeps them for the test to look at. */
  public static final class Maker implements Testbed.Maker {
    private final Habit habit;
    private final List<SimulatedTestbed> made = new ArrayList<>();

    /** Makes testbeds that do everything right. */
    public Maker() {
      this(Habit.NONE);
    }

    private Maker(Habit habit) {
      this.habit = habit;
    }

    /** Makes testbeds whose requests complete at once, and are executed only in the end. */
    public static Maker ofHasty() {
      return new Maker(Habit.HASTY);
    }

    /** Makes testbeds that stop after a fenced request was posted, until the next one is posted. */
    static Maker ofForgetful() {
      return new Maker(Habit.FORGETFUL);
    }

    @Override
    public Testbed make(TestPlan plan, int instances, boolean isQueueing) {
      SimulatedTestbed testbed = new SimulatedTestbed(plan, instances, habit);
      made.add(testbed);
      return testbed;
    }

    @Override
    public List<String> devices() {
      return List.of("simulation");
    }

    /** The testbeds that were made. */
    List<SimulatedTestbed> made() {
      return made;
    }
  }

  private SimulatedTestbed(TestPlan plan, int instances, Habit habit) {
    this.plan = plan;
    this.instances = instances;
    this.habit = habit;
    plan.nodes()
        .forEach(node ->
            memories.add(new SimulatedRequests.Words(new AtomicLongArray(node.words(instances)))));
    plan.lanes().forEach(lane -> lanes.add(new SimulatedLane(lane)));
  }

  @Override
  public Memory memory(int node) {
    return memories.get(node);
  }

  @Override
  public Lane lane(int index) {
    return lanes.get(index);
  }

  @Override
  public void pin(int processor) {
    throw new UnsupportedOperationException("there is no processor " + processor);
  }

  @Override
  public void close() {
    isClosed = true;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** How many READs were posted ahead of requests, on all queue pairs. */
  int ahead() {
    return lanes.stream().mapToInt(lane -> lane.ahead).sum();
  }

  private final class SimulatedLane extends SimulatedRequests implements Lane {
    private final LanePlan plan;
    private int announced;
    private int ahead;
    private boolean isForgotten;

    private SimulatedLane(LanePlan plan) {
      super(plan);
      this.plan = plan;
    }

    @Override
    public void post(int slot, int request, int reads, int bytes, boolean isFenced) {
      ahead += reads;
      announced++;
      add(slot, request);
      isForgotten = habit == Habit.FORGETFUL && plan.requests().get(request).fenced();
    }

    @Override
    public void flush() {
      addEmpty();
      announced++;
      isForgotten = false;
      while (habit == Habit.HASTY && doNext()) {
        // Executes all of them.
      }
    }

    @Override
    public int completed() {
      int most = habit == Habit.HASTY ? announced : isForgotten ? 0 : Math.min(announced, 1);
      if (most > 0 && habit != Habit.HASTY) {
        doNext();
      }
      announced -= most;
      return most;
    }

    @Override
    protected AtomicLongArray words(int node) {
      return memories.get(node).words();
    }

    @Override
    protected int word(int node, Cell cell, int slot) {
      return SimulatedTestbed.this.plan.nodes().get(node).word(cell, slot, instances);
    }
  }
}
