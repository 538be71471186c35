// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * A namespace of the kernel, held by an open file (namespaces(7)): it does not end before this is
 * closed. For one thread at a time.
 */
public final class NamespaceFile implements AutoCloseable {
  /** From linux/sched.h; the C library's sched.h has it too, but only with _GNU_SOURCE. */
  private static final int CLONE_NEWNET = 0x40000000;

  private static final class Handles {
    static final LibC.open OPEN = LibC.open.makeInvoker();
    static final MethodHandle SETNS =
        Downcall.capturing(
            Linker.nativeLinker().defaultLookup().findOrThrow("setns"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  private final int fd;

  private NamespaceFile(int fd) {
    this.fd = fd;
  }

  /**
   * Opens a file such as {@code /proc/PID/ns/net}, or one that a namespace is mounted on.
   *
   * @throws NativeException if that cannot be done, as a rule because it has gone
   */
  public static NamespaceFile open(Path path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(path.toString());
      int fd = Handles.OPEN.apply(name, LibC.O_RDONLY() | LibC.O_CLOEXEC());
      if (fd < 0) {
        throw new NativeException("open a namespace", LibC.ENOENT());
      }
      return new NamespaceFile(fd);
    }
  }

  /**
   * The number that no other namespace has as long as this one exists.
   *
   * @throws NativeException if it cannot be read
   */
  public long inode() {
    try {
      Path link = Path.of("/proc/self/fd", Integer.toString(fd));
      return (long) Files.getAttribute(link, "unix:ino");
    } catch (IOException e) {
      throw new NativeException("read the number of a namespace", LibC.ENOENT());
    }
  }

  /**
   * Moves the calling thread, and no other, into this network namespace (setns(2)). Only a platform
   * thread that does nothing else may call it, since whatever runs on it later would be in that
   * namespace too.
   *
   * @throws NativeException EPERM without CAP_SYS_ADMIN here and there
   * @throws IllegalStateException on a virtual thread
   */
  public void enterNetwork() {
    if (Thread.currentThread().isVirtual()) {
      throw new IllegalStateException("a virtual thread has no network namespace of its own");
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      int failed = (int) Handles.SETNS.invokeExact(state, fd, CLONE_NEWNET);
      if (failed < 0) {
        throw new NativeException("enter a network namespace", Downcall.errno(state));
      }
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  @Override
  public void close() {
    LibC.close(fd);
  }
}
