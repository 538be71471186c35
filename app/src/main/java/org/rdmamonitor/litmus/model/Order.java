// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.BitSet;
import java.util.List;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteFence;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteReads;
import org.rdmamonitor.litmus.model.Operation.OperationKind;

/**
 * Which events come before which in every execution in which the later one happens at all. This
 * follows from the rules for one thread and one queue pair, and from what {@link Values} derives
 * from awaits.
 */
final class Order {
  private final Plan plan;
  private final Events events;
  private final ModelOptions options;
  private final BitSet[] before;

  Order(Plan plan, Events events, ModelOptions options) {
    this.plan = plan;
    this.events = events;
    this.options = options;
    before = new BitSet[events.count()];
    for (int i = 0; i < before.length; i++) {
      before[i] = new BitSet(before.length);
    }
    for (int thread = 0; thread < plan.buffers.size(); thread++) {
      orderThread(thread);
    }
    plan.queuePairs.forEach(this::orderQueuePair);
    plan.queuePairs.forEach(this::orderPolls);
    close();
  }

  /**
   * Whether {@code first} comes before {@code second} in every execution in which {@code second}
   * happens.
   */
  boolean isBefore(int first, int second) {
    return before[second].get(first);
  }

  /** All that comes before an event. */
  BitSet before(int event) {
    return before[event];
  }

  /**
   * Adds events that come before an event.
   *
   * @return whether any of them is new
   */
  boolean add(BitSet first, int second) {
    BitSet more = (BitSet) first.clone();
    more.andNot(before[second]);
    if (more.isEmpty()) {
      return false;
    }
    before[second].or(more);
    close();
    return true;
  }

  private void close() {
    for (int middle = 0; middle < before.length; middle++) {
      for (BitSet set : before) {
        if (set.get(middle)) {
          set.or(before[middle]);
        }
      }
    }
  }

  private void order(int first, int second) {
    if (first >= 0 && second >= 0) {
      before[second].set(first);
    }
  }

  private void orderThread(int thread) {
    int[] steps = events.instruction[thread];
    int[] entries = events.buffer[thread];
    List<Instruction> code = plan.code(thread);
    for (int i = 0; i < steps.length; i++) {
      if (i > 0) {
        order(steps[i - 1], steps[i]);
      }
      int buffered = plan.entriesBefore[thread][i];
      boolean waits =
          code.get(i) instanceof Instruction.Fence
              || code.get(i) instanceof Instruction.CompareAndSwap;
      if (waits && buffered > 0) {
        order(entries[buffered - 1], steps[i]);
      }
    }
    for (int i = 0; i < entries.length; i++) {
      order(steps[plan.buffers.get(thread).get(i).instruction()], entries[i]);
      if (i > 0) {
        order(entries[i - 1], entries[i]);
      }
    }
  }

  private void orderQueuePair(QueuePair pair) {
    int q = pair.index;
    for (Operation later : pair.operations) {
      int o = later.index();
      int submitted = events.buffer[pair.thread][later.entry()];
      order(submitted, events.localRead[q][o]);
      order(submitted, events.remote[q][o]);
      order(submitted, events.retire[q][o]);
      order(events.localRead[q][o], events.remote[q][o]);
      order(events.remote[q][o], events.retire[q][o]);
      order(events.remote[q][o], events.commitRemote[q][o]);
      order(events.retire[q][o], events.commitLocal[q][o]);
      if (options.isRxe()) {
        order(events.commitRemote[q][o], events.retire[q][o]);
      }
      pair.operations.subList(0, o).forEach(earlier -> order(pair, earlier, later));
    }
  }

  private void order(QueuePair pair, Operation earlier, Operation later) {
    int q = pair.index;
    int i = earlier.index();
    int j = later.index();
    order(events.localRead[q][i], events.localRead[q][j]);
    order(events.commitRemote[q][i], events.commitRemote[q][j]);
    order(events.commitLocal[q][i], events.commitLocal[q][j]);
    if (inRetiringOrder(earlier, later)) {
      order(events.retire[q][i], events.retire[q][j]);
    }
    if (earlier.kind() == OperationKind.FENCE) {
      order(events.retire[q][i], events.localRead[q][j]);
      order(events.retire[q][i], events.remote[q][j]);
    }
    if (earlier.writeIndex() >= 0 && later.kind() != OperationKind.FENCE) {
      order(events.remote[q][i], events.remote[q][j]);
    }
    boolean isRead = later.kind() == OperationKind.GET || later.kind() == OperationKind.ATOMIC;
    if (isRead || (options.isRxe() && later.kind() != OperationKind.FENCE)) {
      order(events.commitRemote[q][i], events.remote[q][j]);
    }
    if (earlier.kind() == OperationKind.GET && readsKeepOrder(later)) {
      order(events.remote[q][i], events.remote[q][j]);
    }
    boolean isFenced =
        earlier.dataIndex() >= 0 && later.before().fences() > earlier.before().fences();
    if (isFenced && later.kind() == OperationKind.PUT) {
      order(events.commitLocal[q][i], events.localRead[q][j]);
    }
  }

  private boolean inRetiringOrder(Operation earlier, Operation later) {
    if (options.remoteFence() == RemoteFence.ALL
        || (earlier.kind() == OperationKind.FENCE) == (later.kind() == OperationKind.FENCE)) {
      return true;
    }
    return later.kind() == OperationKind.FENCE && earlier.dataIndex() >= 0;
  }

  private boolean readsKeepOrder(Operation later) {
    boolean isRead = later.kind() == OperationKind.GET || later.kind() == OperationKind.ATOMIC;
    return options.isRxe() || (isRead && options.remoteReads() == RemoteReads.ORDERED);
  }

  private void orderPolls(QueuePair pair) {
    List<Operation> completions = pair.completions();
    List<Instruction> code = plan.code(pair.thread);
    int polls = 0;
    for (int i = 0; i < code.size() && polls < completions.size(); i++) {
      if (code.get(i) instanceof Instruction.Poll poll && poll.node().equals(pair.node)) {
        Operation polled = completions.get(polls++);
        order(events.retire[pair.index][polled.index()], events.instruction[pair.thread][i]);
        for (Operation earlier : pair.operations.subList(0, polled.index() + 1)) {
          order(
              events.commitLocal[pair.index][earlier.index()], events.instruction[pair.thread][i]);
        }
      }
    }
  }
}
