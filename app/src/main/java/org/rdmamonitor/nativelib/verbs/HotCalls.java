// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.rdmamonitor.nativelib.generated.RdmaVerbs;

/**
 * The calls of the hot path. Addresses go as numbers, which spares the check of a segment's life at
 * each call, and the thread stays in its state, for none of these blocks, calls back, or spins for
 * longer than some microseconds.
 */
final class HotCalls {
  static final MethodHandle POST_SEND = post(RdmaVerbs.rv_post_send$address());
  static final MethodHandle POST_RECEIVE = post(RdmaVerbs.rv_post_recv$address());
  static final MethodHandle POLL =
      critical(
          RdmaVerbs.rv_poll_cq$address(),
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG));
  static final MethodHandle SPIN =
      critical(
          RdmaVerbs.rv_spin_cq$address(),
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_INT));
  static final MethodHandle SPIN_ON_BYTE =
      critical(
          RdmaVerbs.rv_spin_byte$address(),
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_INT, JAVA_INT));

  private HotCalls() {}

  private static MethodHandle post(MemorySegment function) {
    return critical(function, FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  }

  static MethodHandle critical(MemorySegment function, FunctionDescriptor descriptor) {
    return Linker.nativeLinker()
        .downcallHandle(function, descriptor, Linker.Option.critical(false));
  }

  /** For a handle's {@code Throwable}: the call itself throws nothing. */
  static RuntimeException unexpected(Throwable thrown) {
    return thrown instanceof RuntimeException exception
        ? exception
        : new IllegalStateException(thrown);
  }
}
