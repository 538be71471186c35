// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.rdmamonitor.nativelib.generated.LibC;

/** Which processors threads run on. Safe for use by several threads. */
public final class Processors {
  private static final class Handles {
    static final MethodHandle SET_AFFINITY =
        Downcall.capturing(LibC.sched_setaffinity$address(), LibC.sched_setaffinity$descriptor());
  }

  private static final int THIS_THREAD = 0;

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
   * Has the calling thread run on one processor only, from now on to its end.
   *
   * @param processor from 0
   * @throws IllegalArgumentException if there is none of this number
   * @throws IllegalStateException if the thread is virtual, which has no processor of its own
   * @throws NativeException if the processor is offline, or this process may not use it
   */
  public static void pin(int processor) {
    check(processor);
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a virtual thread cannot be pinned to a processor");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment mask = arena.allocate(ValueLayout.JAVA_LONG, processor / Long.SIZE + 1L);
      mask.setAtIndex(ValueLayout.JAVA_LONG, processor / Long.SIZE, 1L << processor);
      int result =
          (int) Handles.SET_AFFINITY.invokeExact(state, THIS_THREAD, mask.byteSize(), mask);
      if (result != 0) {
        throw refused(processor, Downcall.errno(state));
      }
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private static NativeException refused(int processor, int errno) {
    String tried = "run on processor " + processor;
    return new NativeException(
        errno == LibC.EINVAL()
            ? tried + " (is it offline, or left out of this process's cpuset?)"
            : tried,
        errno);
  }
}
