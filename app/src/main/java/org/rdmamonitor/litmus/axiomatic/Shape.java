// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Poll;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * The way that executions go: how far each thread comes, and which compare-and-swaps swap. What is
 * read and in which order is open.
 *
 * @param ends by thread: how many of its instructions are done
 * @param swapping which compare-and-swaps find what they expect, by {@link #key}
 */
record Shape(List<Integer> ends, Set<Integer> swapping) {
  private static final int MOST_INSTRUCTIONS = 1 << 10;

  /** The number of an instruction. */
  static int key(int thread, int instruction) {
    return thread * MOST_INSTRUCTIONS + instruction;
  }

  boolean swaps(int thread, int instruction) {
    return swapping.contains(key(thread, instruction));
  }

  /** Whether a thread waits for ever. */
  boolean hangs(LitmusTest test) {
    return test.threads().stream()
        .anyMatch(thread -> ends.get(thread.index()) < thread.instructions().size());
  }

  /** All shapes of a test. */
  static List<Shape> of(LitmusTest test) {
    List<Shape> shapes = new ArrayList<>();
    addEnds(test, new ArrayList<>(), shapes);
    return shapes;
  }

  private static void addEnds(LitmusTest test, List<Integer> ends, List<Shape> shapes) {
    if (ends.size() == test.threads().size()) {
      addSwaps(swaps(test, ends), 0, new TreeSet<>(), List.copyOf(ends), shapes);
      return;
    }
    for (int end : ends(test, test.threads().get(ends.size()))) {
      ends.add(end);
      addEnds(test, ends, shapes);
      ends.removeLast();
    }
  }

  /** Where a thread may end: an await may never be satisfied, a poll may have nothing to take. */
  private static List<Integer> ends(LitmusTest test, ThreadCode thread) {
    List<Integer> ends = new ArrayList<>();
    List<String> completions = new ArrayList<>();
    for (int i = 0; i < thread.instructions().size(); i++) {
      switch (thread.instructions().get(i)) {
        case Await _ -> ends.add(i);
        case Poll(String node) -> {
          if (!completions.remove(node)) {
            ends.add(i);
            return ends;
          }
        }
        case Instruction.RemoteFence _ -> {
          // has no completion
        }
        case Request request -> completions.add(Requests.node(test, request));
        default -> {
          // waits for nothing
        }
      }
    }
    ends.add(thread.instructions().size());
    return ends;
  }

  private static List<Integer> swaps(LitmusTest test, List<Integer> ends) {
    List<Integer> swaps = new ArrayList<>();
    for (ThreadCode thread : test.threads()) {
      for (int i = 0; i < ends.get(thread.index()); i++) {
        Instruction instruction = thread.instructions().get(i);
        if (instruction instanceof CompareAndSwap || instruction instanceof RemoteCompareAndSwap) {
          swaps.add(key(thread.index(), i));
        }
      }
    }
    return swaps;
  }

  private static void addSwaps(
      List<Integer> swaps, int next, Set<Integer> swapping, List<Integer> ends, List<Shape> found) {
    if (next == swaps.size()) {
      found.add(new Shape(ends, Set.copyOf(swapping)));
      return;
    }
    addSwaps(swaps, next + 1, swapping, ends, found);
    swapping.add(swaps.get(next));
    addSwaps(swaps, next + 1, swapping, ends, found);
    swapping.remove(swaps.get(next));
  }
}
