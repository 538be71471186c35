// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Poll;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.Instruction.Store;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.Location;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * What a test does, with numbers in place of names: its locations, store buffers and queue pairs.
 */
final class Plan {
  final LitmusTest test;
  final List<QueuePair> queuePairs = new ArrayList<>();
  final List<List<Entry>> buffers = new ArrayList<>();

  /**
   * By thread and instruction: how many entries the thread's store buffer has been given before.
   */
  final int[][] entriesBefore;

  private final Map<String, Integer> locationNumbers = new HashMap<>();

  /**
   * What a store or a request puts into a store buffer.
   *
   * @param queuePair the number of the queue pair, -1 for a store
   * @param operation the number of the operation there, -1 for a store
   */
  public record Entry(int instruction, int queuePair, int operation) {
    boolean isStore() {
      return queuePair < 0;
    }
  }

  Plan(LitmusTest test) {
    this.test = test;
    entriesBefore = new int[test.threads().size()][];
    for (int i = 0; i < test.locations().size(); i++) {
      locationNumbers.put(test.locations().get(i).name(), i);
    }
    test.threads().forEach(this::add);
  }

  /** The number of a location; -1 for the empty name. */
  int locationNumber(String name) {
    return locationNumbers.getOrDefault(name, -1);
  }

  Location location(int number) {
    return test.locations().get(number);
  }

  boolean isAuxiliary(String name) {
    return location(locationNumber(name)).isAuxiliary();
  }

  List<Instruction> code(int thread) {
    return test.threads().get(thread).instructions();
  }

  Operation operation(Entry entry) {
    return queuePairs.get(entry.queuePair).operations.get(entry.operation);
  }

  /** The queue pair of a thread to a node; it is made if there is none yet. */
  QueuePair queuePair(int thread, String node) {
    for (QueuePair pair : queuePairs) {
      if (pair.thread == thread && pair.node.equals(node)) {
        return pair;
      }
    }
    QueuePair pair = new QueuePair(queuePairs.size(), thread, node);
    queuePairs.add(pair);
    return pair;
  }

  private void add(ThreadCode thread) {
    int number = thread.index();
    List<Entry> entries = new ArrayList<>();
    List<Instruction> code = thread.instructions();
    entriesBefore[number] = new int[code.size() + 1];
    for (int i = 0; i < code.size(); i++) {
      entriesBefore[number][i] = entries.size();
      switch (code.get(i)) {
        case Request request -> {
          QueuePair pair = queuePair(number, test.node(request));
          Operation operation = pair.add(this, request, i, entries.size());
          entries.add(new Entry(i, pair.index, operation.index()));
        }
        case Store store when !isAuxiliary(store.location()) -> entries.add(new Entry(i, -1, -1));
        case Poll poll -> queuePair(number, poll.node());
        default -> {
          // Such an instruction does not enter the store buffer.
        }
      }
    }
    entriesBefore[number][code.size()] = entries.size();
    buffers.add(List.copyOf(entries));
  }
}
