// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.axiomatic;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.rdmamonitor.litmus.language.Instruction;
import org.rdmamonitor.litmus.language.Instruction.Await;
import org.rdmamonitor.litmus.language.Instruction.CompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Poll;
import org.rdmamonitor.litmus.language.Instruction.RemoteCompareAndSwap;
import org.rdmamonitor.litmus.language.Instruction.Request;
import org.rdmamonitor.litmus.language.LitmusTest;
import org.rdmamonitor.litmus.language.ThreadCode;

/**
 * Which way executions go: how far each thread comes, and which compare-and-swaps swap. What is
 * read, and in which order, is open.
 *
 * @param ends by thread: how many of its instructions are executed
 * @param swapping the compare-and-swaps that find what they expect
 */
record Shape(List<Integer> ends, Set<Swap> swapping) {
  /** A compare-and-swap, by its place in the program. */
  record Swap(int thread, int instruction) {}

  boolean swaps(int thread, int instruction) {
    return swapping.contains(new Swap(thread, instruction));
  }

  /** Whether a thread waits for ever in executions of this shape. */
  boolean hangs(LitmusTest test) {
    return test.threads().stream()
        .anyMatch(thread -> ends.get(thread.index()) < thread.instructions().size());
  }

  /**
   * Passes all shapes of a test to the taker, one after the other: together they may not fit into
   * memory.
   */
  static void each(LitmusTest test, Consumer<Shape> taker) {
    eachEnd(test, new ArrayList<>(), taker);
  }

  private static void eachEnd(LitmusTest test, List<Integer> ends, Consumer<Shape> taker) {
    if (ends.size() == test.threads().size()) {
      eachSwap(swaps(test, ends), 0, new HashSet<>(), List.copyOf(ends), taker);
      return;
    }
    for (int end : ends(test, test.threads().get(ends.size()))) {
      ends.add(end);
      eachEnd(test, ends, taker);
      ends.removeLast();
    }
  }

  /**
   * Where a thread may end: at an await that may never be satisfied, at a poll that has nothing to
   * take, or after its last instruction.
   */
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
          // A fence has no completion.
        }
        case Request request -> completions.add(test.node(request));
        default -> {
          // Such an instruction waits for nothing.
        }
      }
    }
    ends.add(thread.instructions().size());
    return ends;
  }

  private static List<Swap> swaps(LitmusTest test, List<Integer> ends) {
    List<Swap> swaps = new ArrayList<>();
    for (ThreadCode thread : test.threads()) {
      for (int i = 0; i < ends.get(thread.index()); i++) {
        Instruction instruction = thread.instructions().get(i);
        if (instruction instanceof CompareAndSwap || instruction instanceof RemoteCompareAndSwap) {
          swaps.add(new Swap(thread.index(), i));
        }
      }
    }
    return swaps;
  }

  private static void eachSwap(
      List<Swap> swaps, int next, Set<Swap> swapping, List<Integer> ends, Consumer<Shape> taker) {
    if (next == swaps.size()) {
      taker.accept(new Shape(ends, Set.copyOf(swapping)));
      return;
    }
    eachSwap(swaps, next + 1, swapping, ends, taker);
    swapping.add(swaps.get(next));
    eachSwap(swaps, next + 1, swapping, ends, taker);
    swapping.remove(swaps.get(next));
  }
}
