// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * The sysfs of the network namespace that a thread is in, not mounted at any path (fsopen(2),
 * fsmount(2); Linux 5.2). What {@code /sys} shows below {@code class} belongs to the namespace in
 * which it was mounted (sysfs_init_fs_context of fs/sysfs/mount.c). It does not keep the namespace
 * from ending. Any thread may use it; one closes it.
 */
public final class DetachedSysfs implements AutoCloseable {
  /** These numbers are the same on every architecture. */
  private static final long FSOPEN = 430;

  private static final long FSCONFIG = 431;
  private static final long FSMOUNT = 432;

  // linux/mount.h
  private static final long CLOSE_ON_EXEC = 1;
  private static final long CREATE = 6;
  private static final long READ_ONLY_NOSUID_NODEV_NOEXEC = 1 | 2 | 4 | 8;

  private static final class Handles {
    static final MethodHandle SYSCALL =
        Linker.nativeLinker()
            .downcallHandle(
                LibC.syscall.address(),
                FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG),
                Linker.Option.captureCallState("errno"),
                Linker.Option.firstVariadicArg(1));
  }

  private final int fd;

  private DetachedSysfs(int fd) {
    this.fd = fd;
  }

  /**
   * Mounts the sysfs of the calling thread's network namespace, read-only.
   *
   * @throws NativeException EPERM without CAP_SYS_ADMIN, ENOSYS on a kernel without these calls
   */
  public static DetachedSysfs mount() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      long name = arena.allocateFrom("sysfs").address();
      int context = (int) call(state, FSOPEN, name, CLOSE_ON_EXEC, 0);
      try {
        call(state, FSCONFIG, context, CREATE, 0);
        return new DetachedSysfs(
            (int) call(state, FSMOUNT, context, CLOSE_ON_EXEC, READ_ONLY_NOSUID_NODEV_NOEXEC));
      } finally {
        LibC.close(context);
      }
    }
  }

  private static long call(MemorySegment state, long number, long first, long second, long third) {
    try {
      long result = (long) Handles.SYSCALL.invokeExact(state, number, first, second, third, 0L, 0L);
      if (result < 0) {
        throw new NativeException("mount sysfs", Downcall.errno(state));
      }
      return result;
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /** Its uppermost directory, valid until it is closed. */
  public Path directory() {
    return Path.of("/proc/self/fd", Integer.toString(fd));
  }

  @Override
  public void close() {
    LibC.close(fd);
  }
}
