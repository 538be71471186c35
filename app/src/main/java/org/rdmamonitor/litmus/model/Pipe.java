// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.rdmamonitor.litmus.model.ModelOptions.Flush;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteFence;
import org.rdmamonitor.litmus.model.ModelOptions.RemoteReads;
import org.rdmamonitor.litmus.model.Operation.OperationKind;

/**
 * What the NIC of one queue pair can do next. Rules are those of rdma-litmus(5), MODEL. Of each
 * kind of event the state has how many there were, since all but reads of gets come in the order of
 * the operations; the operations themselves are the program's, and do not change.
 */
final class Pipe {
  private final StateLayout layout;

  /** {@code --profile rxe}. */
  private final boolean isRxe;

  /** {@code --remote-reads ordered}: gets read one after the other, and atomics after them. */
  private final boolean readsKeepOrder;

  /** {@code --flush nic}: reads wait for the wbR of all queue pairs to the node. */
  private final boolean flushesAll;

  /** {@code --rfence reads}: a fence leaves the pipe where no get or atomic is ahead of it. */
  private final boolean liftsAhead;

  private final int size;

  /** How many entries have left the thread's store buffer. */
  private final Field left;

  /** How many sources of puts were read (rule 9). */
  private final Field read;

  /** How many writes came into wbR (rules 10 and 19), and how many of them left it (15). */
  private final Field accepted;

  private final Field committed;

  /** Which gets have read: a bit for each (rule 11). */
  private final Field fetched;

  /** How many operations have left the pipe (rules 12 to 14). */
  private final Field retired;

  /** How many data of wbL are in memory (rule 16). */
  private final Field delivered;

  /** How many fences have left the pipe, where they do so ahead of others. */
  private final int lifted;

  private final String node;
  private final Operation[] operations;

  /** By entries that left the store buffer: operations that came here. */
  private final int[] submitted;

  /** By operations that retired: data among them, and fences. */
  private final int[] dataBefore;

  private final int[] fencesBefore;

  /** Operations by what they do, as {@link Operation} numbers them. */
  private final Operation[] readers;

  private final Operation[] writers;
  private final Operation[] getters;
  private final Operation[] fences;

  /** Events by the operation's index; {@code commitLocal} by that of its data. */
  private final int[] localRead;

  private final int[] remote;
  private final int[] retire;
  private final int[] commitRemote;
  private final int[] commitLocal;

  /** Queue pairs of other threads to the same node. */
  private Pipe[] others = {};

  Pipe(Machine machine, ModelOptions options, QueuePair pair) {
    layout = machine.layout;
    isRxe = options.isRxe();
    readsKeepOrder = isRxe || options.remoteReads() == RemoteReads.ORDERED;
    flushesAll = !isRxe && options.flush() == Flush.NIC;
    liftsAhead = options.remoteFence() == RemoteFence.READS;
    int q = pair.index;
    Counters counters = machine.counters;
    node = pair.node;
    left = new Field(layout, counters.left[pair.thread]);
    read = new Field(layout, counters.read[q]);
    accepted = new Field(layout, counters.accepted[q]);
    committed = new Field(layout, counters.committed[q]);
    fetched = new Field(layout, counters.fetched[q]);
    retired = new Field(layout, counters.retired[q]);
    delivered = new Field(layout, counters.delivered[q]);
    lifted = counters.lifted[q];
    operations = pair.operations.toArray(Operation[]::new);
    size = operations.length;
    submitted =
        IntStream.rangeClosed(0, machine.plan.buffers.get(pair.thread).size())
            .map(entries -> count(operation -> operation.entry() < entries))
            .toArray();
    dataBefore = prefix(operation -> operation.dataIndex() >= 0);
    fencesBefore = prefix(operation -> operation.kind() == OperationKind.FENCE);
    readers = only(operation -> operation.readIndex() >= 0);
    writers = only(operation -> operation.writeIndex() >= 0);
    getters = only(operation -> operation.getIndex() >= 0);
    fences = only(operation -> operation.kind() == OperationKind.FENCE);
    localRead = machine.events.localRead[q];
    remote = machine.events.remote[q];
    retire = machine.events.retire[q];
    commitRemote = machine.events.commitRemote[q];
    commitLocal =
        Arrays.stream(only(operation -> operation.dataIndex() >= 0))
            .mapToInt(operation -> machine.events.commitLocal[q][operation.index()])
            .toArray();
  }

  /** Tells it of all queue pairs. */
  void meet(Pipe[] pipes) {
    others =
        Arrays.stream(pipes)
            .filter(pipe -> pipe != this && pipe.node.equals(node))
            .toArray(Pipe[]::new);
  }

  /** Adds what can happen next to {@code found}, where there are {@code count} already. */
  int find(long[] states, int base, int[] found, int count) {
    int in = submitted[left.get(states, base)];
    int out = retired.get(states, base);
    int writesDone = accepted.get(states, base);
    int inMemory = committed.get(states, base);
    int dataDone = delivered.get(states, base);
    int more = count;
    // Rule 15: wbR has something.
    if (inMemory < writesDone) {
      found[more++] = commitRemote[writers[inMemory].index()];
    }
    // Rule 16: wbL has data.
    if (dataDone < dataBefore[out]) {
      found[more++] = commitLocal[dataDone];
    }
    // The pipe is empty.
    if (out == in) {
      return more;
    }
    // Fences that hold nothing up any more; who is behind another waits (rule 14).
    int free = liftsAhead ? (int) layout.get(states, base, lifted) : fencesBefore[out];
    long gets = fetched.bits(states, base);
    int reads = read.get(states, base);
    if (canRetire(operations[out], writesDone, inMemory, gets)) {
      found[more++] = retire[out];
    }
    if (liftsAhead && free < fences.length && canLift(fences[free], in, out)) {
      found[more++] = retire[fences[free].index()];
    }
    // Rule 9: the sources of all puts ahead were read, since these are read in order, and wbL has
    // no data.
    if (reads < readers.length) {
      Operation next = readers[reads];
      if (next.index() < in && next.before().fences() <= free && dataDone == dataBefore[out]) {
        found[more++] = localRead[next.index()];
      }
    }
    // Rules 10 and 19: the writes of all ahead were accepted, since these are accepted in order.
    if (writesDone < writers.length) {
      Operation next = writers[writesDone];
      if (next.index() < in
          && next.before().fences() <= free
          && canWrite(states, base, next, reads, writesDone == inMemory, gets)) {
        found[more++] = remote[next.index()];
      }
    }
    if (getters.length > 0) {
      more = findGets(states, base, found, more, in, writesDone, inMemory, free, gets);
    }
    return more;
  }

  /** Rule 11: wbR is empty, and all writes ahead of the get were accepted. */
  private int findGets(
      long[] states,
      int base,
      int[] found,
      int count,
      int in,
      int writesDone,
      int inMemory,
      int free,
      long gets) {
    if (!isFlushed(states, base, writesDone == inMemory)) {
      return count;
    }
    int more = count;
    for (int i = 0; i < getters.length; i++) {
      Operation get = getters[i];
      if (get.index() >= in || get.before().fences() > free || get.before().writes() > writesDone) {
        return more;
      }
      if (((gets >>> i) & 1) == 0) {
        found[more++] = remote[get.index()];
        if (readsKeepOrder) {
          return more;
        }
      }
    }
    return more;
  }

  /**
   * Rules 12 (a get, and an atomic that is as one), 13 and 14, of what is at the head of the pipe.
   */
  private boolean canRetire(Operation head, int writesDone, int inMemory, long gets) {
    return switch (head.kind()) {
      case PUT, INLINE_PUT -> writesDone > head.writeIndex();
      case GET -> ((gets >>> head.getIndex()) & 1) != 0;
      case ATOMIC -> (isRxe ? inMemory : writesDone) > head.writeIndex();
      case FENCE -> !liftsAhead;
    };
  }

  /** Rule 14 by {@code --rfence reads}. */
  private static boolean canLift(Operation fence, int in, int out) {
    return fence.index() < in && fence.before().reads() <= out;
  }

  /**
   * Whether the next write can be accepted: of a put whose source was read (rule 10), of an inline
   * put, which was read at posting (rule 18), or of an atomic, which reads at the same time and
   * takes the node's token (rule 19). With {@code --profile rxe} they wait for gets ahead of them,
   * and for what an atomic ahead writes.
   */
  private boolean canWrite(
      long[] states, int base, Operation next, int reads, boolean isDrained, long gets) {
    boolean waitsForGets = isRxe || (readsKeepOrder && next.kind() == OperationKind.ATOMIC);
    if (waitsForGets && (gets & next.before().gets()) != next.before().gets()) {
      return false;
    }
    return switch (next.kind()) {
      case PUT -> (!isRxe || isDrained) && reads > next.readIndex();
      case INLINE_PUT -> !isRxe || isDrained;
      default -> isFlushed(states, base, isDrained) && isTokenFree(states, base);
    };
  }

  /**
   * Whether a remote read finds wbR empty, of all queue pairs to the node where that is asked for.
   */
  private boolean isFlushed(long[] states, int base, boolean isDrained) {
    if (!isDrained || !flushesAll) {
      return isDrained;
    }
    for (Pipe other : others) {
      if (other.accepted.get(states, base) != other.committed.get(states, base)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Rule 19: no other queue pair has the node's token, which an atomic has until its write is in
   * memory.
   */
  private boolean isTokenFree(long[] states, int base) {
    for (Pipe other : others) {
      int inMemory = other.committed.get(states, base);
      if (inMemory < other.accepted.get(states, base)
          && other.writers[inMemory].kind() == OperationKind.ATOMIC) {
        return false;
      }
    }
    return true;
  }

  private int count(Predicate<Operation> wanted) {
    return (int) Arrays.stream(operations).filter(wanted).count();
  }

  private int[] prefix(Predicate<Operation> wanted) {
    return IntStream.rangeClosed(0, size)
        .map(end -> count(operation -> operation.index() < end && wanted.test(operation)))
        .toArray();
  }

  private Operation[] only(Predicate<Operation> wanted) {
    return Arrays.stream(operations).filter(wanted).toArray(Operation[]::new);
  }
}
