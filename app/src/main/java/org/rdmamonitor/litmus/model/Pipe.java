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
 * What the NIC of one queue pair can do next. Rules are those of rdma-litmus(5), MODEL. For each
 * kind of event the state only counts how many have happened, since all but reads of gets come in
 * the order of the operations. The operations themselves are fixed by the program.
 */
final class Pipe {
  private final StateLayout layout;

  /** {@code --profile rxe}. */
  private final boolean isRxe;

  /**
   * {@code --remote-reads ordered}: gets are executed one after the other, and atomics after the
   * gets ahead of them.
   */
  private final boolean readsKeepOrder;

  /** {@code --flush nic}: reads wait for the wbR of all queue pairs to the node. */
  private final boolean flushesAll;

  /**
   * {@code --rfence reads}: a fence can leave the pipe as soon as no get or atomic is ahead of it.
   */
  private final boolean liftsAhead;

  private final int size;

  /** How many entries have left the thread's store buffer. */
  private final Field left;

  /** How many sources of puts have been read (rule 9). */
  private final Field read;

  /**
   * How many writes have come into wbR (rules 10 and 19), and how many of them have left it (15).
   */
  private final Field accepted;

  private final Field committed;

  /** A bit for each get that has read (rule 11). */
  private final Field fetched;

  /** How many operations have left the pipe (rules 12 to 14). */
  private final Field retired;

  /** How many data of wbL have reached memory (rule 16). */
  private final Field delivered;

  /** How many fences have left the pipe, if they may leave it ahead of others. */
  private final int lifted;

  private final String node;
  private final Operation[] operations;

  /**
   * By the number of entries that left the store buffer: how many operations came to this queue
   * pair.
   */
  private final int[] submitted;

  /** By the number of operations that retired: how many data and how many fences are among them. */
  private final int[] dataBefore;

  private final int[] fencesBefore;

  /** Operations by what they do, in the order of the indices in {@link Operation}. */
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

  /** Gives it all queue pairs, of which it keeps those of other threads to its node. */
  void meet(Pipe[] pipes) {
    others =
        Arrays.stream(pipes)
            .filter(pipe -> pipe != this && pipe.node.equals(node))
            .toArray(Pipe[]::new);
  }

  /**
   * Adds the events that can happen next to {@code found}, which has {@code count} already; gives
   * the new count.
   */
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
    // How many fences no longer hold anything up. An operation behind any other fence waits (rule
    // 14).
    int free = liftsAhead ? (int) layout.get(states, base, lifted) : fencesBefore[out];
    long gets = fetched.bits(states, base);
    int reads = read.get(states, base);
    if (canRetire(operations[out], writesDone, inMemory, gets)) {
      found[more++] = retire[out];
    }
    if (liftsAhead && free < fences.length && canLift(fences[free], in, out)) {
      found[more++] = retire[fences[free].index()];
    }
    // Rule 9: the next put's source can be read if the sources of all puts ahead have been read,
    // which holds since they are read in order, and if wbL has no data.
    if (reads < readers.length) {
      Operation next = readers[reads];
      if (next.index() < in && next.before().fences() <= free && dataDone == dataBefore[out]) {
        found[more++] = localRead[next.index()];
      }
    }
    // Rules 10 and 19: all writes ahead have been accepted, since they are accepted in order.
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

  /** Rule 11: a get can read if wbR is empty and all writes ahead of it have been accepted. */
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
   * Whether the operation at the head of the pipe can leave it: rules 12 (for a get, and an atomic,
   * which is treated as one), 13 and 14.
   */
  private boolean canRetire(Operation head, int writesDone, int inMemory, long gets) {
    return switch (head.kind()) {
      case PUT, INLINE_PUT -> writesDone > head.writeIndex();
      case GET -> ((gets >>> head.getIndex()) & 1) != 0;
      case ATOMIC -> (isRxe ? inMemory : writesDone) > head.writeIndex();
      case FENCE -> !liftsAhead;
    };
  }

  /** Rule 14 with {@code --rfence reads}. */
  private static boolean canLift(Operation fence, int in, int out) {
    return fence.index() < in && fence.before().reads() <= out;
  }

  /**
   * Whether the next write can be accepted: that of a put whose source has been read (rule 10), of
   * an inline put, whose source was read at posting (rule 18), or of an atomic, which reads at the
   * same time and takes the node's token (rule 19). With {@code --profile rxe} all of them wait for
   * gets ahead of them and for what an atomic ahead writes; with {@code --remote-reads ordered}
   * atomics wait for gets ahead.
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
   * Whether a remote read finds wbR empty: that of its queue pair, and with {@code --flush nic}
   * those of all queue pairs to the node.
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
   * Rule 19: no other queue pair has the node's token, which an atomic keeps until its write is in
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
