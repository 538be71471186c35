// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.language.Operand;

/**
 * Reads what a run came to, as far as this host knows; only once the run is over on all hosts. For
 * one thread.
 */
public final class Readings {
  private final Batch batch;
  private final List<Integer> here;
  private final List<Observed> observed = new ArrayList<>();
  private final List<Walker> walkers;

  /** Where to find a value of an outcome. */
  private interface Observed {
    long value(int slot);
  }

  /** A location, by its node and its index there. */
  private record NodeLocation(int node, int number) {}

  /** Readings of a run. */
  public Readings(Batch batch) {
    this.batch = batch;
    TestPlan plan = batch.plan();
    this.here = here(plan, batch.part());
    here.forEach(index -> observed.add(observed(plan.test().observed().get(index))));
    this.walkers = batch.part().threads(plan).stream().map(batch::walker).toList();
  }

  /** The indices of the values of an outcome that a part of the test knows. */
  public static List<Integer> here(TestPlan plan, Part part) {
    List<Operand> all = plan.test().observed();
    return IntStream.range(0, all.size())
        .filter(index -> part.hasNode(node(plan, all.get(index))))
        .boxed()
        .toList();
  }

  /** The node that knows a value; for a literal, which all know, the first. */
  private static int node(TestPlan plan, Operand operand) {
    return switch (operand) {
      case Operand.Literal _ -> 0;
      case Operand.Register(int thread, String _) -> plan.threads().get(thread).node();
      case Operand.Memory(String name) -> place(plan, name).node();
    };
  }

  private static NodeLocation place(TestPlan plan, String name) {
    for (int node = 0; node < plan.nodes().size(); node++) {
      NodePlan nodePlan = plan.nodes().get(node);
      for (int i = 0; i < nodePlan.locations().size(); i++) {
        if (nodePlan.locations().get(i).name().equals(name)) {
          return new NodeLocation(node, i);
        }
      }
    }
    throw new IllegalArgumentException(name + " is on no node");
  }

  /**
   * Reads the values of an iteration.
   *
   * @param iteration from 0
   * @param into all values of an outcome; this method sets those that this host knows
   * @return how the iteration ended for the threads of this host
   */
  public Ending read(int iteration, long[] into) {
    int slot = batch.slot(iteration);
    for (int i = 0; i < here.size(); i++) {
      into[here.get(i)] = observed.get(i).value(slot);
    }
    Ending ending = Ending.THROUGH;
    for (Walker walker : walkers) {
      if (walker.hungAt(slot) >= 0) {
        ending = ending.and(walker.isStuck(slot) ? Ending.HANGS : Ending.ABANDONED);
      }
    }
    return ending;
  }

  private Observed observed(Operand operand) {
    return switch (operand) {
      case Operand.Literal(long value) -> _ -> value;
      case Operand.Register(int thread, String name) -> {
        Walker walker = batch.walker(thread);
        int register = batch.plan().threads().get(thread).registers().indexOf(name);
        yield slot -> walker.register(slot, register);
      }
      case Operand.Memory(String name) -> {
        NodeLocation place = place(batch.plan(), name);
        Testbed.Memory memory = batch.testbed().memory(place.node());
        Cell cell = Cell.own(place.number());
        yield slot -> memory.load(batch.word(place.node(), cell, slot));
      }
    };
  }
}
