// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.sockaddr_un;
import org.rdmamonitor.nativelib.generated.ucred;

/**
 * A stream socket of the local host (unix(7)) that tells who is at the other end, which Java's does
 * not. No call waits: {@link Readiness} tells when a call is worth while. One thread at a time
 * reads, writes and closes; any thread may call {@link #hangUp}.
 */
public final class UnixSocket implements AutoCloseable {
  /** Returned by {@link #receive} and {@link #send} if they would have to wait. */
  public static final int LATER = -1;

  /** Bytes of a path, the ending zero apart. */
  public static final int MAX_PATH = (int) sockaddr_un.sun_path$layout().byteSize() - 1;

  private static final class Handles {
    static final MethodHandle SOCKET =
        Downcall.capturing(LibC.socket$address(), LibC.socket$descriptor());
    static final MethodHandle BIND =
        Downcall.capturing(LibC.bind$address(), LibC.bind$descriptor());
    static final MethodHandle CONNECT =
        Downcall.capturing(LibC.connect$address(), LibC.connect$descriptor());
    static final MethodHandle LISTEN =
        Downcall.capturing(LibC.listen$address(), LibC.listen$descriptor());
    static final MethodHandle ACCEPT =
        Downcall.capturing(LibC.accept4$address(), LibC.accept4$descriptor());
    static final MethodHandle GETSOCKOPT =
        Downcall.capturing(LibC.getsockopt$address(), LibC.getsockopt$descriptor());
    static final MethodHandle RECV =
        Downcall.capturing(LibC.recv$address(), LibC.recv$descriptor());
    static final MethodHandle SEND =
        Downcall.capturing(LibC.send$address(), LibC.send$descriptor());
    static final MethodHandle SENDMSG =
        Downcall.capturing(LibC.sendmsg$address(), LibC.sendmsg$descriptor());
  }

  /**
   * Who connected, or listened, as the kernel noted it then.
   *
   * @param pid as seen from here; 0 where the process cannot be seen from here
   */
  public record Credentials(int pid, int uid, int gid) {}

  private final int fd;
  private boolean isClosed;

  private UnixSocket(int fd) {
    this.fd = fd;
  }

  /**
   * Binds to a path that does not exist yet; nobody can connect before {@link #listen}.
   *
   * @throws NativeException if it exists, or cannot be made
   * @throws IllegalArgumentException if the path is longer than {@link #MAX_PATH} bytes
   */
  public static UnixSocket bind(Path path) {
    return open((arena, state, fd) -> {
      MemorySegment name = name(path, arena);
      int size = (int) name.byteSize();
      check("bind " + path, (int) Handles.BIND.invokeExact(state, fd, name, size), state);
    });
  }

  /**
   * From now on others may connect.
   *
   * @param backlog how many may wait to be accepted
   */
  public void listen(int backlog) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      check("listen", (int) Handles.LISTEN.invokeExact(state, fd, backlog), state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Connects to whoever listens at a path.
   *
   * @throws NativeException if nobody does, or not for this user
   */
  public static UnixSocket connect(Path path) {
    return open((arena, state, fd) -> {
      MemorySegment name = name(path, arena);
      int size = (int) name.byteSize();
      check("connect to " + path, (int) Handles.CONNECT.invokeExact(state, fd, name, size), state);
    });
  }

  private interface Beginning {
    void on(Arena arena, MemorySegment state, int fd) throws Throwable;
  }

  private static UnixSocket open(Beginning beginning) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      int type = LibC.SOCK_STREAM() | LibC.SOCK_CLOEXEC() | LibC.SOCK_NONBLOCK();
      int fd = (int) Handles.SOCKET.invokeExact(state, LibC.AF_UNIX(), type, 0);
      check("open a socket", fd, state);
      try {
        beginning.on(arena, state, fd);
      } catch (Throwable e) {
        LibC.close(fd);
        throw e;
      }
      return new UnixSocket(fd);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private static MemorySegment name(Path path, Arena arena) {
    byte[] bytes = path.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > MAX_PATH) {
      throw new IllegalArgumentException(
          "%s: the path of a socket has %d bytes at most".formatted(path, MAX_PATH));
    }
    MemorySegment name = sockaddr_un.allocate(arena);
    name.fill((byte) 0);
    sockaddr_un.sun_family(name, (short) LibC.AF_UNIX());
    MemorySegment.copy(
        bytes, 0, sockaddr_un.sun_path(name), ValueLayout.JAVA_BYTE, 0, bytes.length);
    return name;
  }

  /**
   * The next connection; empty if there is none now.
   *
   * @throws NativeException if there are too many open files, or for another temporary reason
   */
  public Optional<UnixSocket> accept() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      int flags = LibC.SOCK_CLOEXEC() | LibC.SOCK_NONBLOCK();
      int accepted =
          (int)
              Handles.ACCEPT.invokeExact(state, fd, MemorySegment.NULL, MemorySegment.NULL, flags);
      if (accepted >= 0) {
        return Optional.of(new UnixSocket(accepted));
      }
      int errno = Downcall.errno(state);
      if (isLater(errno) || errno == LibC.ECONNABORTED()) {
        return Optional.empty();
      }
      throw new NativeException("accept a connection", errno);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /** Who is at the other end. */
  public Credentials peer() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment peer = ucred.allocate(arena);
      int error = option(LibC.SO_PEERCRED(), peer, arena);
      if (error != 0) {
        throw new NativeException("ask who is at the other end of a socket", error);
      }
      return new Credentials(ucred.pid(peer), ucred.uid(peer), ucred.gid(peer));
    }
  }

  /**
   * The process at the other end; empty if it was reaped. Before Linux 6.5 this is the process that
   * has the pid now, provided that the other end is not closed: a process that waits for an answer
   * has not ended.
   */
  public Optional<PidFd> peerProcess() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment result = arena.allocate(ValueLayout.JAVA_INT);
      int error = option(LibC.SO_PEERPIDFD(), result, arena);
      if (error == LibC.ENOPROTOOPT()) {
        return peerProcessByNumber();
      }
      return error == 0
          ? Optional.of(new PidFd(result.get(ValueLayout.JAVA_INT, 0)))
          : Optional.empty();
    }
  }

  /** The same, on kernels without SO_PEERPIDFD. */
  Optional<PidFd> peerProcessByNumber() {
    Optional<PidFd> process = PidFd.open(peer().pid());
    if (process.isPresent() && isHungUp()) {
      process.get().close();
      return Optional.empty();
    }
    return process;
  }

  /** Whether the other end is closed. */
  boolean isHungUp() {
    return Poll.isHungUp(fd);
  }

  private int option(int option, MemorySegment result, Arena arena) {
    MemorySegment state = Downcall.allocateState(arena);
    MemorySegment size = arena.allocateFrom(ValueLayout.JAVA_INT, (int) result.byteSize());
    try {
      int failed =
          (int) Handles.GETSOCKOPT.invokeExact(state, fd, LibC.SOL_SOCKET(), option, result, size);
      return failed < 0 ? Downcall.errno(state) : 0;
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Receives what is there.
   *
   * @return bytes, 0 at the end of the stream, or {@link #LATER}
   * @throws NativeException ECONNRESET where the other end closed without reading all that was sent
   */
  public int receive(byte[] into, int offset, int length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment bytes = arena.allocate(length);
      long count =
          (long) Handles.RECV.invokeExact(state, fd, bytes, (long) length, LibC.MSG_DONTWAIT());
      if (count > 0) {
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, into, offset, (int) count);
      }
      return count >= 0 ? (int) count : later("receive from a socket", state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Sends as much as there is room for.
   *
   * @return bytes, or {@link #LATER}
   * @throws NativeException EPIPE where the other end is closed
   */
  public int send(byte[] from, int offset, int length) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment bytes = arena.allocate(length);
      MemorySegment.copy(from, offset, bytes, ValueLayout.JAVA_BYTE, 0, length);
      int flags = LibC.MSG_DONTWAIT() | LibC.MSG_NOSIGNAL();
      long count = (long) Handles.SEND.invokeExact(state, fd, bytes, (long) length, flags);
      return count >= 0 ? (int) count : later("send to a socket", state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * The same, but with the first byte the other end also gets a page to share, which it may ignore.
   *
   * @throws NativeException EPIPE if the other end is closed, EBADF if the page is
   */
  public int send(byte[] from, int offset, int length, SharedPage page) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      int flags = LibC.MSG_DONTWAIT() | LibC.MSG_NOSIGNAL();
      long count =
          page.whileOpen(file -> {
            MemorySegment message = DescriptorMessage.of(from, offset, length, file, arena);
            return (long) Handles.SENDMSG.invokeExact(state, fd, message, flags);
          });
      return count >= 0 ? (int) count : later("send to a socket", state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private static int later(String tried, MemorySegment state) {
    int errno = Downcall.errno(state);
    if (isLater(errno)) {
      return LATER;
    }
    throw new NativeException(tried, errno);
  }

  private static boolean isLater(int errno) {
    return errno == LibC.EAGAIN() || errno == LibC.EWOULDBLOCK() || errno == LibC.EINTR();
  }

  private static void check(String tried, int result, MemorySegment state) {
    if (result < 0) {
      throw new NativeException(tried, Downcall.errno(state));
    }
  }

  int fd() {
    return fd;
  }

  /** Ends the conversation for both ends: those who wait for it find the end of the stream. */
  public synchronized void hangUp() {
    if (!isClosed) {
      LibC.shutdown(fd, LibC.SHUT_RDWR());
    }
  }

  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      LibC.close(fd);
    }
  }
}
