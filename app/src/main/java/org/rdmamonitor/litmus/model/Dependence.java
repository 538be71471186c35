// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Set;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.model.Event.EventKind;
import org.rdmamonitor.litmus.model.ModelOptions.Flush;

/**
 * Which events depend on each other: where both can happen, one may disable the other, or a state
 * may show which came first. Independent events lead to the same state in either order.
 */
final class Dependence {
  private final Machine machine;
  private final boolean flushesAll;

  Dependence(Machine machine) {
    this.machine = machine;
    flushesAll = !machine.options().isRxe() && machine.options().flush() == Flush.NIC;
  }

  /** Whether two events depend on each other. */
  boolean holds(Event one, Event other) {
    return conflict(one, other)
        || conflict(other, one)
        || bothWrite(one, other)
        || stops(one, other)
        || stops(other, one)
        || compete(one, other);
  }

  /** A read and a write of the same memory. */
  private boolean conflict(Event reader, Event writer) {
    if (reader.reads() != writer.writes()
        || !machine.liveness.needsRead(reader)
        || !machine.liveness.needsWrite(writer)) {
      return false;
    }
    // A thread sees its own store both in the store buffer and in memory, so the drain between
    // changes nothing for it.
    boolean isForwarded =
        writer.kind() == EventKind.DRAIN
            && writer.thread() == reader.thread()
            && reader.kind().isInstruction();
    return !isForwarded && !staysSatisfied(reader, writer);
  }

  /** Whether the reader is an await that any value of the writer satisfies. */
  private boolean staysSatisfied(Event reader, Event writer) {
    Instruction step = machine.plan.code(reader.thread()).get(reader.instruction());
    if (reader.kind() != EventKind.AWAIT || !(step instanceof Await await) || isSwap(writer)) {
      return false;
    }
    Set<Long> wanted = machine.values.values(await.value(), reader.thread(), reader.instruction());
    return machine.values.written(writer.id()).stream()
        .allMatch(
            value -> wanted.stream().allMatch(other -> await.comparison().holds(value, other)));
  }

  private static boolean isSwap(Event event) {
    return event.kind() == EventKind.SWAP;
  }

  private boolean bothWrite(Event one, Event other) {
    if (one.writes() != other.writes()
        || !machine.liveness.needsWrite(one)
        || !machine.liveness.needsWrite(other)) {
      return false;
    }
    Set<Long> values = machine.values.written(one.id());
    boolean isSame =
        values.size() == 1
            && values.equals(machine.values.written(other.id()))
            && !isSwap(one)
            && !isSwap(other);
    return !isSame;
  }

  /** Whether the first event may disable the second for a while. */
  private boolean stops(Event first, Event second) {
    boolean fillsRemoteBuffer =
        (first.kind() == EventKind.REMOTE_WRITE && !machine.options().isRxe())
            || first.kind() == EventKind.ATOMIC;
    boolean readsRemotely =
        second.kind() == EventKind.REMOTE_READ || second.kind() == EventKind.ATOMIC;
    if (fillsRemoteBuffer && readsRemotely) {
      return first.queuePair() == second.queuePair() || (flushesAll && isSameNode(first, second));
    }
    // While data is on its way to local memory, later puts of the queue pair cannot read there
    // (rule 9).
    return first.kind() == EventKind.RETIRE
        && second.kind() == EventKind.LOCAL_READ
        && first.queuePair() == second.queuePair()
        && operation(first).dataIndex() >= 0;
  }

  /** Whether both want the node's token (rule 19). */
  private boolean compete(Event one, Event other) {
    return one.kind() == EventKind.ATOMIC
        && other.kind() == EventKind.ATOMIC
        && isSameNode(one, other);
  }

  private boolean isSameNode(Event one, Event other) {
    return pair(one).node.equals(pair(other).node);
  }

  private QueuePair pair(Event event) {
    return machine.plan.queuePairs.get(event.queuePair());
  }

  private Operation operation(Event event) {
    return pair(event).operations.get(event.operation());
  }
}
