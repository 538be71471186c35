// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Derives from a state which events have happened: a set of bits, of which event 0 is the lowest.
 */
final class History {
  private final StateLayout layout;
  private final int words;

  /**
   * By counter: its field, and for each of its values the events that have happened when it has
   * that value.
   */
  private final int[] fields;

  private final long[][][] byValue;
  private final int[] getFields;
  private final long[][][] byGet;

  History(Machine machine) {

    layout = machine.layout;
    words = (machine.events.count() + Long.SIZE - 1) / Long.SIZE;
    Counters counters = machine.counters;
    int threads = machine.plan.buffers.size();
    List<QueuePair> pairs = machine.plan.queuePairs;
    int perPair = counters.lifted.length > 0 && counters.lifted[0] >= 0 ? 6 : 5;
    fields = new int[2 * threads + perPair * pairs.size()];
    byValue = new long[fields.length][][];
    int next = 0;
    for (int thread = 0; thread < threads; thread++) {
      next = add(next, counters.done[thread], machine.events.instruction[thread]);
      next = add(next, counters.left[thread], machine.events.buffer[thread]);
    }
    getFields = counters.fetched;
    byGet = new long[pairs.size()][][];
    for (QueuePair pair : pairs) {
      int q = pair.index;
      Events events = machine.events;
      next = add(next, counters.read[q], of(pair, events.localRead[q], Operation::readIndex));
      next = add(next, counters.accepted[q], of(pair, events.remote[q], Operation::writeIndex));
      next =
          add(next, counters.committed[q], of(pair, events.commitRemote[q], Operation::writeIndex));
      next =
          add(next, counters.delivered[q], of(pair, events.commitLocal[q], Operation::dataIndex));
      boolean lifts = counters.lifted[q] >= 0;
      int[] retire = events.retire[q].clone();
      for (int o = 0; lifts && o < retire.length; o++) {
        retire[o] = pair.operations.get(o).completes() ? retire[o] : -1;
      }
      next = add(next, counters.retired[q], retire);
      if (lifts) {
        next = add(next, counters.lifted[q], of(pair, events.retire[q], Operation::fenceIndex));
      }
      int[] gets = of(pair, events.remote[q], Operation::getIndex);
      byGet[q] = new long[gets.length][words];
      for (int i = 0; i < gets.length; i++) {
        mark(byGet[q][i], gets[i]);
      }
    }
  }

  /** How many longs such a set takes. */
  int words() {
    return words;
  }

  /** Sets the bits of the events that have happened in a state. */
  void fill(long[] states, int base, long[] happened) {
    Arrays.fill(happened, 0);
    for (int i = 0; i < fields.length; i++) {
      long[] set = byValue[i][(int) layout.get(states, base, fields[i])];
      for (int w = 0; w < words; w++) {
        happened[w] |= set[w];
      }
    }
    for (int q = 0; q < getFields.length; q++) {
      long gets = layout.get(states, base, getFields[q]);
      for (; gets != 0; gets &= gets - 1) {
        long[] set = byGet[q][Long.numberOfTrailingZeros(gets)];
        for (int w = 0; w < words; w++) {
          happened[w] |= set[w];
        }
      }
    }
  }

  private int add(int index, int field, int[] eventsInOrder) {
    fields[index] = field;
    byValue[index] = new long[eventsInOrder.length + 1][words];
    for (int i = 0; i < eventsInOrder.length; i++) {
      byValue[index][i + 1] = byValue[index][i].clone();
      mark(byValue[index][i + 1], eventsInOrder[i]);
    }
    return index + 1;
  }

  private static void mark(long[] set, int event) {
    if (event >= 0) {
      set[event / Long.SIZE] |= 1L << event % Long.SIZE;
    }
  }

  private static int[] of(QueuePair pair, int[] byOperation, ToIntFunction<Operation> index) {
    return pair.operations.stream()
        .filter(operation -> index.applyAsInt(operation) >= 0)
        .mapToInt(operation -> byOperation[operation.index()])
        .toArray();
  }
}
