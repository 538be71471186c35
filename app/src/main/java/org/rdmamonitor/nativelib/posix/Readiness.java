// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.generated.LibC;

/**
 * Waits for descriptors (epoll(7)) on one thread of its own, so that virtual threads wait without
 * occupying a carrier. If that thread cannot go on, the maker of this object is told, and nothing
 * is waited for any more. Safe for any number of threads; each descriptor is waited for by one of
 * them.
 */
public final class Readiness implements AutoCloseable {
  private static final class Handles {
    static final MethodHandle CREATE =
        Downcall.capturing(LibC.epoll_create1$address(), LibC.epoll_create1$descriptor());
    static final MethodHandle EVENTFD =
        Downcall.capturing(LibC.eventfd$address(), LibC.eventfd$descriptor());
    static final MethodHandle CTL =
        Downcall.capturing(LibC.epoll_ctl$address(), LibC.epoll_ctl$descriptor());
    static final MethodHandle WAIT =
        Downcall.capturing(LibC.epoll_wait$address(), LibC.epoll_wait$descriptor());
  }

  private static final int EVENT_BYTES = Processor.current().eventBytes();
  private static final int DATA_OFFSET = Processor.current().eventDataOffset();
  private static final int EVENTS = 256;
  private static final long WAKE_UP = 0;
  private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

  private final int epoll;
  private final int wake;
  private final AtomicLong tokens = new AtomicLong(WAKE_UP);
  private final ConcurrentMap<Long, Runnable> watched = new ConcurrentHashMap<>();
  private final Set<Wait> waits = ConcurrentHashMap.newKeySet();
  private final Consumer<Throwable> broken;
  private final Thread thread;
  private volatile boolean isClosed;
  private volatile boolean isBroken;

  /**
   * Begins to run.
   *
   * @throws NativeException if there are too many open files
   */
  public Readiness() {
    this(why -> {});
  }

  /**
   * Begins to run.
   *
   * @param broken is told, on a thread of this object, why nothing is waited for any more; not
   *     called for {@link #close}
   * @throws NativeException if there are too many open files
   */
  public Readiness(Consumer<Throwable> broken) {
    this.broken = broken;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      epoll = (int) Handles.CREATE.invokeExact(state, LibC.EPOLL_CLOEXEC());
      check("make an epoll", epoll, state);
      int flags = LibC.EFD_CLOEXEC() | LibC.EFD_NONBLOCK();
      wake = (int) Handles.EVENTFD.invokeExact(state, 0, flags);
      check("make an eventfd", wake, state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
    control(LibC.EPOLL_CTL_ADD(), wake, LibC.EPOLLIN(), WAKE_UP);
    thread = start();
  }

  /** For tests: waits on a descriptor that is no epoll, as if the real one had gone bad. */
  Readiness(Consumer<Throwable> broken, int bad) {
    this.broken = broken;
    epoll = bad;
    wake = bad;
    thread = start();
  }

  private Thread start() {
    return Thread.ofPlatform().daemon().name("readiness").start(this::run);
  }

  private static void check(String tried, int result, MemorySegment state) {
    if (result < 0) {
      throw new NativeException(tried, Downcall.errno(state));
    }
  }

  /** One thread's repeated waiting for a descriptor; to be closed before the descriptor. */
  public final class Wait implements AutoCloseable {
    private final int fd;
    private final long token = tokens.incrementAndGet();
    private boolean isAdded;
    private volatile boolean isReady;
    private volatile Thread waiter = Thread.currentThread();

    private Wait(int fd) {
      this.fd = fd;
      watched.put(token, this::ready);
      waits.add(this);
    }

    private void ready() {
      isReady = true;
      LockSupport.unpark(waiter);
    }

    /**
     * Waits until there is something to receive, or the other end has gone.
     *
     * @return false if the time passed before, or nothing is waited for any more
     */
    public boolean toReceive(Duration most) throws InterruptedException {
      return await(LibC.EPOLLIN(), most);
    }

    /**
     * The same without a time limit; with one, waiting costs a virtual thread several times as
     * much.
     */
    public boolean toReceive() throws InterruptedException {
      return await(LibC.EPOLLIN(), FOREVER);
    }

    /** The same, until there is room to send. */
    public boolean toSend(Duration most) throws InterruptedException {
      return await(LibC.EPOLLOUT(), most);
    }

    private boolean await(int events, Duration most) throws InterruptedException {
      long deadline = most.equals(FOREVER) ? 0 : System.nanoTime() + most.toNanos();
      waiter = Thread.currentThread();
      isReady = false;
      int operation = isAdded ? LibC.EPOLL_CTL_MOD() : LibC.EPOLL_CTL_ADD();
      if (!control(operation, fd, events | LibC.EPOLLONESHOT(), token)) {
        return false;
      }
      isAdded = true;
      while (!isReady) {
        if (isClosed || isBroken) {
          return false;
        }
        if (most.equals(FOREVER)) {
          LockSupport.park(this);
        } else {
          long left = deadline - System.nanoTime();
          if (left <= 0) {
            return false;
          }
          LockSupport.parkNanos(this, left);
        }
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
      return true;
    }

    @Override
    public void close() {
      watched.remove(token);
      waits.remove(this);
    }
  }

  /** For waiting for a descriptor, which must stay open longer than the wait. */
  public Wait on(int fd) {
    return new Wait(fd);
  }

  /** Ends a watch. */
  @FunctionalInterface
  public interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /** To wait for a socket. */
  public Wait on(UnixSocket socket) {
    return on(socket.fd());
  }

  /**
   * Calls this once, on a virtual thread, when the process has ended.
   *
   * @return ends the watch when it is closed, which is to be done before the process's descriptor
   *     is closed
   */
  public Watch onEndOf(PidFd process, Runnable then) {
    long token = tokens.incrementAndGet();
    watched.put(
        token,
        () -> {
          if (watched.remove(token) != null) {
            Thread.ofVirtual().name("end-of-process").start(then);
          }
        });
    control(LibC.EPOLL_CTL_ADD(), process.fd(), LibC.EPOLLIN() | LibC.EPOLLONESHOT(), token);
    return () -> watched.remove(token);
  }

  /** False if it is closed, or broken. */
  private synchronized boolean control(int operation, int fd, int events, long token) {
    if (isClosed || isBroken) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment event = arena.allocate(EVENT_BYTES, 8);
      event.set(ValueLayout.JAVA_INT, 0, events);
      event.set(ValueLayout.JAVA_LONG_UNALIGNED, DATA_OFFSET, token);
      int failed = (int) Handles.CTL.invokeExact(state, epoll, operation, fd, event);
      if (failed < 0) {
        throw new NativeException("wait for a descriptor", Downcall.errno(state));
      }
      return true;
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  private void run() {
    try {
      follow();
    } catch (RuntimeException | Error e) {
      synchronized (this) {
        if (isClosed) {
          return;
        }
        isBroken = true;
      }
      waits.forEach(Wait::ready);
      broken.accept(e);
    }
  }

  private void follow() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      MemorySegment events = arena.allocate((long) EVENT_BYTES * EVENTS, 8);
      while (!isClosed) {
        int count = (int) Handles.WAIT.invokeExact(state, epoll, events, EVENTS, -1);
        if (count < 0 && Downcall.errno(state) != LibC.EINTR()) {
          throw new NativeException("wait for descriptors", Downcall.errno(state));
        }
        for (int i = 0; i < count; i++) {
          long at = (long) i * EVENT_BYTES + DATA_OFFSET;
          Runnable ready = watched.get(events.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
          if (ready != null) {
            ready.run();
          }
        }
      }
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Those who still wait are told that nothing came; watches for the end of a process are not
   * called.
   */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    try (Arena arena = Arena.ofConfined()) {
      LibC.write(wake, arena.allocateFrom(ValueLayout.JAVA_LONG, 1), Long.BYTES);
    }
    waits.forEach(Wait::ready);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      LibC.close(wake);
      LibC.close(epoll);
    }
  }
}
