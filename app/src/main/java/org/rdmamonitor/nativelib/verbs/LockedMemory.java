// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.OptionalLong;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.rlimit;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.units.Bytes;

/** RLIMIT_MEMLOCK: how much memory a process without CAP_IPC_LOCK may register. */
public final class LockedMemory {
  private static final long UNLIMITED = -1;

  private LockedMemory() {}

  /** The limit of this process in bytes; empty where there is none. */
  public static OptionalLong limit() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment limit = rlimit.allocate(arena);
      if (LibC.getrlimit(LibC.RLIMIT_MEMLOCK(), limit) != 0) {
        throw new NativeException("read the limit of locked memory", LibC.EINVAL());
      }
      long bytes = rlimit.rlim_cur(limit);
      return bytes == UNLIMITED ? OptionalLong.empty() : OptionalLong.of(bytes);
    }
  }

  /** What to do where memory cannot be registered, a sentence; empty where there is no limit. */
  static String remedy() {
    OptionalLong limit = limit();
    return limit.isEmpty()
        ? ""
        : "This process may lock %s (ulimit -l): raise it, in /etc/security/limits.conf or with LimitMEMLOCK=."
            .formatted(Bytes.kibibytes(limit.getAsLong()));
  }
}
