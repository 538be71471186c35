// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.litmus.language.LitmusParser;
import org.rdmamonitor.litmus.language.LitmusSyntaxException;
import org.rdmamonitor.litmus.run.Batch;
import org.rdmamonitor.litmus.run.Planner;
import org.rdmamonitor.litmus.run.TestPlan;
import org.rdmamonitor.litmus.run.TestbedException;
import org.rdmamonitor.litmus.run.UnrunnableException;

/**
 * A host's part of a test. Before each step the caller can ask whether the step is due; a step may
 * throw whatever the testbeds throw. For one thread.
 */
final class HostPart implements AutoCloseable {
  private final HostTestbeds testbeds;
  private final Frame.Test asked;
  private final TestPlan plan;
  private final Map<Boolean, HostTestbeds.Share> ready = new HashMap<>();

  /** Made, but it is not known yet whether it reaches the others. */
  private HostTestbeds.@Nullable Share made;

  private boolean isQueueing;
  private boolean isConnected;

  /**
   * Parses and plans a test; makes nothing yet.
   *
   * @throws TestbedException if that fails, or the test needs more than the budget
   */
  HostPart(Frame.Test asked, HostTestbeds testbeds, Budget budget) {
    this.asked = asked;
    this.testbeds = testbeds;
    this.plan = plan(asked.text());
    RangeCheck.size("nodes", asked.part().nodes(), plan.nodes().size());
    budget.check(plan, asked.part(), asked.size());
  }

  private static TestPlan plan(String text) {
    try {
      return Planner.plan(LitmusParser.parse("test", text));
    } catch (LitmusSyntaxException | UnrunnableException e) {
      throw TestbedException.failed("the test cannot be read: " + e.getMessage());
    }
  }

  boolean canMake(Frame.Make make) {
    return made == null && !ready.containsKey(make.isQueueing());
  }

  HostAddress make(Frame.Make make) {
    HostTestbeds.Share share = testbeds.make(plan, asked.part(), asked.size(), make.isQueueing());
    made = share;
    isQueueing = make.isQueueing();
    return share.address();
  }

  boolean canConnect() {
    return made != null && !isConnected;
  }

  void connect(Frame.Connect connect) {
    Objects.requireNonNull(made).connect(new AddressBook(plan, asked.part(), connect.hosts()));
    isConnected = true;
  }

  boolean canAttempt() {
    return isConnected;
  }

  void attempt() {
    HostTestbeds.Share share = Objects.requireNonNull(made);
    share.attempt();
    ready.put(isQueueing, share);
    made = null;
    isConnected = false;
  }

  boolean canBegin(Frame.Begin begin) {
    return begin.size() <= asked.size() && ready.containsKey(begin.widening().isQueueing());
  }

  /** A run, with its memory initialized. */
  Batch begin(Frame.Begin begin) {
    Batch batch =
        new Batch(
            plan,
            asked.part(),
            Objects.requireNonNull(ready.get(begin.widening().isQueueing())),
            asked.settings(),
            begin.run(),
            begin.size(),
            begin.widening(),
            () -> false);
    batch.initialize();
    return batch;
  }

  Results results() {
    return new Results(plan, asked.part());
  }

  @Override
  public void close() {
    if (made != null) {
      ready.put(isQueueing, made);
      made = null;
    }
    RuntimeException first = null;
    for (HostTestbeds.Share share : ready.values()) {
      try {
        share.close();
      } catch (RuntimeException e) {
        first = first == null ? e : first;
      }
    }
    ready.clear();
    if (first != null) {
      throw first;
    }
  }
}
