// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/** Which processors threads run on. Safe for use by several threads. */
public final class Processors {
  private Processors() {}

  /** How many there are, online or not; their numbers begin with 0. */
  public static int count() {
    return Math.toIntExact(LibC.sysconf(LibC._SC_NPROCESSORS_CONF()));
  }

  /**
   * Checks the number of a processor.
   *
   * @throws IllegalArgumentException with a sentence if there is none of this number
   */
  public static void check(int processor) {
    int count = count();
    if (processor < 0 || processor >= count) {
      throw new IllegalArgumentException(
          "There is no processor %d: this host has 0 to %d.".formatted(processor, count - 1));
    }
  }

  /**
   * Has the calling thread run on one processor only, from now on to its end; by the library that
   * {@link Verbs#load} loads.
   *
   * @param processor from 0
   * @throws IllegalArgumentException if there is none of this number
   * @throws IllegalStateException if the thread is virtual, which has no processor of its own
   * @throws VerbsException if the processor is offline, or this process may not use it
   */
  public static void pin(int processor) {
    check(processor);
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a virtual thread cannot be pinned to a processor");
    }
    int error = RdmaVerbs.rv_pin(processor);
    if (error == LibC.EINVAL()) {
      throw new VerbsException(
          "run on processor " + processor,
          error,
          "It is offline, or this process may not use it (cpuset).");
    }
    VerbsException.check("run on processor " + processor, error);
  }
}
