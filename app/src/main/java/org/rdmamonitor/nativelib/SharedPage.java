// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * A page of memory that another process is to share, in a file without a name (memfd_create(2))
 * that nobody can shorten: reading it never faults, whoever else has it. Its words are read and
 * changed in one step each. Safe for any number of threads; after {@link #close} its words throw.
 */
public final class SharedPage implements AutoCloseable {
  /** Words of 64 bits. */
  public static final int WORDS = 512;

  private static final int BYTES = WORDS * Long.BYTES;

  /** Linux 6.3, which may insist on it; not in all headers. */
  private static final int MFD_NOEXEC_SEAL = 8;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.arrayElementVarHandle();

  private static final class Handles {
    static final MethodHandle MEMFD_CREATE =
        Downcall.capturing(LibC.memfd_create$address(), LibC.memfd_create$descriptor());
    static final LibC.fcntl GET = LibC.fcntl.makeInvoker();
    static final LibC.fcntl SET = LibC.fcntl.makeInvoker(LibC.C_INT);
    static final LibC.open OPEN = LibC.open.makeInvoker();
  }

  private final int fd;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment words;
  private boolean isClosed;

  private SharedPage(int fd) {
    this.fd = fd;
    MappedMemory memory =
        MappedMemory.map(
            fd, 0, BYTES, LibC.PROT_READ() | LibC.PROT_WRITE(), "map a page to be shared");
    this.words = memory.segment().reinterpret(arena, segment -> memory.close());
  }

  /**
   * A new page of zeros.
   *
   * @param name as it shows among the files of a process
   * @throws NativeException if there are too many open files or too little memory, or the kernel
   *     has no such files
   */
  public static SharedPage create(String name) {
    int fd = createFile(name);
    try (Arena arena = Arena.ofConfined()) {
      // Written, so that there is memory for it.
      if (LibC.write(fd, arena.allocate(BYTES), BYTES) != BYTES
          || Handles.SET.apply(fd, LibC.F_ADD_SEALS(), seals()) != 0) {
        throw new NativeException("make a page to be shared", LibC.ENOMEM());
      }
      return new SharedPage(fd);
    } catch (NativeException e) {
      LibC.close(fd);
      throw e;
    }
  }

  private static int createFile(String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment called = arena.allocateFrom(name);
      int flags = LibC.MFD_CLOEXEC() | LibC.MFD_ALLOW_SEALING();
      int fd = (int) Handles.MEMFD_CREATE.invokeExact(state, called, flags | MFD_NOEXEC_SEAL);
      if (fd < 0 && Downcall.errno(state) == LibC.EINVAL()) {
        fd = (int) Handles.MEMFD_CREATE.invokeExact(state, called, flags);
      }
      if (fd < 0) {
        throw new NativeException("make a page to be shared", Downcall.errno(state));
      }
      return fd;
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private static int seals() {
    return LibC.F_SEAL_SHRINK() | LibC.F_SEAL_GROW() | LibC.F_SEAL_SEAL();
  }

  /**
   * The pages of this name among the open files of a process; none where they cannot be looked at.
   */
  public static Stream<SharedPage> openIn(int pid, String name) {
    Path files = Path.of("/proc", Integer.toString(pid), "fd");
    Stream.Builder<SharedPage> found = Stream.builder();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(files)) {
      for (Path file : all) {
        if (isNamed(file, name)) {
          open(file).ifPresent(found);
        }
      }
    } catch (IOException | RuntimeException gone) {
      // The process, or the right to look at it.
    }
    return found.build();
  }

  private static boolean isNamed(Path file, String name) {
    try {
      return Files.readSymbolicLink(file).toString().equals(shownAs(name));
    } catch (IOException closed) {
      return false;
    }
  }

  private static String shownAs(String name) {
    return "/memfd:" + name + " (deleted)";
  }

  /** Empty if it is not what {@link #create} makes: then reading it might fault. */
  private static Optional<SharedPage> open(Path file) {
    int fd = openFile(file);
    if (fd < 0) {
      return Optional.empty();
    }
    try {
      int seals = Handles.GET.apply(fd, LibC.F_GET_SEALS());
      if (seals >= 0
          && (seals & seals()) == seals()
          && Files.size(Path.of("/proc/self/fd", Integer.toString(fd))) == BYTES) {
        return Optional.of(new SharedPage(fd));
      }
    } catch (IOException | NativeException e) {
      // As good as none.
    }
    LibC.close(fd);
    return Optional.empty();
  }

  private static int openFile(Path file) {
    try (Arena arena = Arena.ofConfined()) {
      return Handles.OPEN.apply(
          arena.allocateFrom(file.toString()), LibC.O_RDWR() | LibC.O_CLOEXEC());
    }
  }

  /**
   * Whether a process may have a page of this name in its memory, be its file open or not: false
   * only where its memory can be looked at.
   */
  public static boolean mayBeMappedIn(int pid, String name) {
    Path maps = Path.of("/proc", Integer.toString(pid), "maps");
    try (Stream<String> lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.endsWith(shownAs(name)));
    } catch (IOException | RuntimeException unknown) {
      return true;
    }
  }

  /** The word at an index below {@link #WORDS}. */
  public long get(int index) {
    return (long) WORD.getVolatile(words, 0L, (long) index);
  }

  /** Sets a word if it is as expected; whether it was. */
  public boolean compareAndSet(int index, long expected, long value) {
    return WORD.compareAndSet(words, 0L, (long) index, expected, value);
  }

  public void set(int index, long value) {
    WORD.setVolatile(words, 0L, (long) index, value);
  }

  /** Sets bits of a word. */
  public void or(int index, long bits) {
    long ignored = (long) WORD.getAndBitwiseOr(words, 0L, (long) index, bits);
  }

  /** Clears all other bits of a word. */
  public void and(int index, long bits) {
    long ignored = (long) WORD.getAndBitwiseAnd(words, 0L, (long) index, bits);
  }

  /** Something to be done with the descriptor. */
  @FunctionalInterface
  interface Use {
    long of(int fd) throws Throwable;
  }

  /**
   * Does it while the descriptor is this page's: closed, its number may be another file's.
   *
   * @throws NativeException EBADF if it is closed
   */
  synchronized long whileOpen(Use use) throws Throwable {
    if (isClosed) {
      throw new NativeException("hand a page on", LibC.EBADF());
    }
    return use.of(fd);
  }

  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      LibC.close(fd);
      arena.close();
    }
  }
}
