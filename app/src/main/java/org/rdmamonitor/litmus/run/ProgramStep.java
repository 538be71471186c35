// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.run;

import org.rdmamonitor.litmus.language.Comparison;

/** An instruction prepared for execution: indices stand in place of names. */
public sealed interface ProgramStep {
  /**
   * A value that a thread computes.
   *
   * @param register of the thread; negative for none
   */
  record Value(int register, long constant) {
    long of(long[] registers, int first) {
      return register < 0 ? constant : registers[first + register] + constant;
    }
  }

  record Store(Cell cell, Value value) implements ProgramStep {}

  record Load(int register, Cell cell) implements ProgramStep {}

  record CompareAndSwap(int register, Cell cell, Value expected, Value desired)
      implements ProgramStep {}

  record Fence() implements ProgramStep {}

  record Await(Cell cell, Comparison comparison, Value value) implements ProgramStep {}

  /** Computes what an inline put carries, and stores it where the put takes it from. */
  record Stage(Cell cell, Value value) implements ProgramStep {}

  /**
   * Posts a request.
   *
   * @param lane index of the queue pair, among the thread's
   * @param request index among those of the queue pair
   */
  record Post(int lane, int request) implements ProgramStep {}

  /**
   * Waits for a completion.
   *
   * @param lane index of the queue pair, among the thread's
   * @param number of the completion within an instance, from 1
   * @param posted how many requests precede it on the queue pair; if they are fewer than {@code
   *     number}, the thread waits for ever
   */
  record Poll(int lane, int number, int posted) implements ProgramStep {}
}
