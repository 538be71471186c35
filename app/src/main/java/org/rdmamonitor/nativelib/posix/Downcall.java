// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Calls of functions that report failure by errno, which the generated bindings do not keep: system
 * calls (-1), and libbpf functions that return a pointer (NULL).
 */
public final class Downcall {
  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));

  private Downcall() {}

  /** A handle whose first parameter is the segment that receives errno. */
  public static MethodHandle capturing(MemorySegment address, FunctionDescriptor descriptor) {
    return Linker.nativeLinker()
        .downcallHandle(address, descriptor, Linker.Option.captureCallState("errno"));
  }

  public static MemorySegment allocateState(Arena arena) {
    return arena.allocate(STATE);
  }

  public static int errno(MemorySegment state) {
    return (int) ERRNO.get(state, 0L);
  }

  /**
   * Wraps the {@code Throwable} of a method handle: the call itself throws no checked exception.
   */
  public static RuntimeException unexpected(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    if (thrown instanceof RuntimeException exception) {
      return exception;
    }
    return new IllegalStateException(thrown);
  }
}
