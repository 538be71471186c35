// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * A process, held by a descriptor (pidfd_open(2), Linux 5.3): unlike its number, it never comes to
 * mean another process. Safe for use by several threads, except for {@link #close}.
 */
public final class PidFd implements AutoCloseable {
  private static final class Handles {
    // Not every C library has a function for this system call.
    static final MethodHandle SYSCALL =
        Linker.nativeLinker()
            .downcallHandle(
                LibC.syscall.address(),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(1));
  }

  private final int fd;

  PidFd(int fd) {
    this.fd = fd;
  }

  /** The process that has this pid now; empty if there is none, or the kernel has no such call. */
  public static Optional<PidFd> open(int pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      long fd = (long) Handles.SYSCALL.invokeExact(state, (long) LibC.SYS_pidfd_open(), pid, 0);
      return fd < 0 ? Optional.empty() : Optional.of(new PidFd((int) fd));
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /** Whether the process has ended, reaped or not. */
  public boolean hasEnded() {
    return Poll.isReady(fd);
  }

  int fd() {
    return fd;
  }

  @Override
  public void close() {
    LibC.close(fd);
  }
}
