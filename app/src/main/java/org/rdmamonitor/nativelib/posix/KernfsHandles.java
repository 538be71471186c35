// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * Opens directories of a kernfs, such as that of cgroups, by their inode numbers
 * (open_by_handle_at(2), exportfs of fs/kernfs/mount.c; Linux 5.5). Needs CAP_DAC_READ_SEARCH. Safe
 * for use by several threads.
 */
public final class KernfsHandles {
  /** FILEID_KERNFS in linux/exportfs.h, which is no header for user programs. */
  private static final int FILEID_KERNFS = 0xfe;

  private static final int ID_BYTES = 8;
  private static final int HEADER_BYTES = 8;

  private static final class Handles {
    static final MethodHandle OPEN_BY_HANDLE_AT =
        Downcall.capturing(LibC.open_by_handle_at$address(), LibC.open_by_handle_at$descriptor());
    static final LibC.open OPEN = LibC.open.makeInvoker();
  }

  private final byte[] mount;

  /** Opens directories of the file system that is mounted here. */
  public KernfsHandles(Path mount) {
    this.mount = RawNames.bytes(mount);
  }

  /** An open directory. For one thread at a time. */
  public static final class Directory implements AutoCloseable {
    private final int fd;

    private Directory(int fd) {
      this.fd = fd;
    }

    /**
     * A link to the directory, which the kernel resolves without using its path; valid until it is
     * closed.
     */
    public Path link() {
      return Path.of("/proc/self/fd", Integer.toString(fd));
    }

    /**
     * The directory so many levels above.
     *
     * @throws NativeException if it cannot be opened
     */
    public Directory above(int levels) {
      String path = link() + "/..".repeat(levels);
      try (Arena arena = Arena.ofConfined()) {
        int above = Handles.OPEN.apply(arena.allocateFrom(path), LibC.O_PATH() | LibC.O_CLOEXEC());
        if (above < 0) {
          throw new NativeException("open the directory above a cgroup", LibC.ENOENT());
        }
        return new Directory(above);
      }
    }

    @Override
    public void close() {
      LibC.close(fd);
    }
  }

  /**
   * Opens the directory with this inode number.
   *
   * @throws NativeException ESTALE if there is none; EPERM and others if this cannot be found out
   */
  public Directory open(long inode) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment handle = arena.allocate(HEADER_BYTES + ID_BYTES, 8);
      handle.set(ValueLayout.JAVA_INT, 0, ID_BYTES);
      handle.set(ValueLayout.JAVA_INT, Integer.BYTES, FILEID_KERNFS);
      handle.set(ValueLayout.JAVA_LONG, HEADER_BYTES, inode);
      int top = openMount(arena);
      try {
        int flags = LibC.O_PATH() | LibC.O_CLOEXEC();
        int fd = (int) Handles.OPEN_BY_HANDLE_AT.invokeExact(state, top, handle, flags);
        if (fd < 0) {
          throw new NativeException("open a cgroup by its id", Downcall.errno(state));
        }
        return new Directory(fd);
      } finally {
        LibC.close(top);
      }
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private int openMount(Arena arena) {
    MemorySegment path = arena.allocate(mount.length + 1L);
    MemorySegment.copy(mount, 0, path, ValueLayout.JAVA_BYTE, 0, mount.length);
    int flags = LibC.O_RDONLY() | Processor.current().openDirectory() | LibC.O_CLOEXEC();
    int fd = Handles.OPEN.apply(path, flags);
    if (fd < 0) {
      throw new NativeException("open the mount point of cgroups", LibC.ENOENT());
    }
    return fd;
  }
}
