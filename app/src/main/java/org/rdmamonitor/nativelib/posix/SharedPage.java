// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * A page of memory that is shared with another process, in a file without a name (memfd_create(2))
 * that nobody can shorten: so reading it never faults, whoever else has it. Its words are read and
 * changed atomically. Safe for any number of threads; after {@link #close} accessing its words
 * throws.
 */
public final class SharedPage implements AutoCloseable {
  /** Words of 64 bits. */
  public static final int WORDS = 512;

  private static final int BYTES = WORDS * Long.BYTES;

  /** More pages than any honest process has: its own, and those of its parents. */
  private static final int MOST = 64;

  /** The value is the same on x86-64 and arm64; it is not in the generated bindings. */
  private static final int O_PATH = 0x20_0000;

  private static final int O_NOCTTY = 0x100;
  private static final int S_IFMT = 0xf000;
  private static final int S_IFREG = 0x8000;
  private static final String FACTS = "unix:mode,size,uid,ino";

  /** Known from Linux 6.3 on, which may be configured to require it; not in all headers. */
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
      // Written once, so that memory for it is allocated now.
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
   * The pages of this name among the open files of a process, each once; none if they cannot be
   * looked at. Only real pages are opened: a process can give this name to any file.
   */
  public static Stream<SharedPage> openIn(int pid, String name) {
    Path files = Path.of("/proc", Integer.toString(pid), "fd");
    Map<Long, SharedPage> found = new LinkedHashMap<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(files)) {
      for (Path file : all) {
        if (found.size() < MOST && isNamed(file, name)) {
          open(file, found);
        }
      }
    } catch (IOException | RuntimeException gone) {
      // The process has gone, or it is not permitted to look at it.
    }
    return List.copyOf(found.values()).stream();
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

  /**
   * Adds the page if it is one that {@link #create} makes; reading anything else might fault. It is
   * first opened by O_PATH, so that no device, terminal, FIFO or file system of the process's own
   * notices; only if it turns out to be memory is it really opened, through that descriptor.
   */
  private static void open(Path file, Map<Long, SharedPage> found) {
    int held = openFile(file, O_PATH);
    if (held < 0) {
      return;
    }
    try {
      if (!mount(held).equals(OwnMemory.MOUNT)) {
        return;
      }
      Path itself = Path.of("/proc/self/fd", Integer.toString(held));
      Map<String, Object> facts = Files.readAttributes(itself, FACTS);
      if (isPage(facts) && facts.get("ino") instanceof Long number && !found.containsKey(number)) {
        int fd = openFile(itself, LibC.O_RDWR() | O_NOCTTY | LibC.O_NONBLOCK());
        if (fd >= 0) {
          mapped(fd).ifPresent(page -> found.put(number, page));
        }
      }
    } catch (IOException e) {
      // Counts as if there were no page.
    } finally {
      LibC.close(held);
    }
  }

  /** The page of this open file, if nobody can shorten it; else the file is closed. */
  private static Optional<SharedPage> mapped(int fd) {
    try {
      int seals = Handles.GET.apply(fd, LibC.F_GET_SEALS());
      if (seals >= 0 && (seals & seals()) == seals()) {
        return Optional.of(new SharedPage(fd));
      }
    } catch (NativeException e) {
      // Counts as if there were none.
    }
    LibC.close(fd);
    return Optional.empty();
  }

  /** Whether it is a regular file of the right size and of this process's user. */
  private static boolean isPage(Map<String, Object> facts) throws IOException {
    return facts.get("mode") instanceof Integer mode
        && (mode & S_IFMT) == S_IFREG
        && facts.get("size") instanceof Long size
        && size == BYTES
        && facts.get("uid") instanceof Integer owner
        && owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
  }

  /**
   * Where a file is mounted. Unlike other facts about a file, this is known without asking its file
   * system.
   */
  private static String mount(int fd) throws IOException {
    return Files.readAllLines(Path.of("/proc/self/fdinfo", Integer.toString(fd))).stream()
        .filter(line -> line.startsWith("mnt_id:"))
        .findFirst()
        .orElseThrow(() -> new IOException("no mount"));
  }

  /** Files of memfd_create(2) are on a mount of the kernel's own, and no others are. */
  private static final class OwnMemory {
    static final String MOUNT = find();

    private static String find() {
      int fd = createFile("mount");
      try {
        return mount(fd);
      } catch (IOException e) {
        return "nowhere";
      } finally {
        LibC.close(fd);
      }
    }
  }

  private static int openFile(Path file, int flags) {
    try (Arena arena = Arena.ofConfined()) {
      return Handles.OPEN.apply(arena.allocateFrom(file.toString()), flags | LibC.O_CLOEXEC());
    }
  }

  /**
   * Whether a process may have mapped a page of this name, whether or not its file is still open.
   * False only if its mappings could be read and show none.
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

  /** Something to do with the descriptor. */
  @FunctionalInterface
  interface Use {
    long of(int fd) throws Throwable;
  }

  /**
   * Does it while the descriptor certainly belongs to this page: once closed, its number may belong
   * to another file.
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
