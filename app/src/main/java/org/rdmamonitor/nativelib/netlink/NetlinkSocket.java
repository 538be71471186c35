// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.netlink;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.RdmaNetlink;
import org.rdmamonitor.nativelib.generated.sockaddr_nl;
import org.rdmamonitor.nativelib.posix.Downcall;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.Poll;

/** A netlink socket: whole messages in and out, as bytes. For the thread that opened it. */
public final class NetlinkSocket implements AutoCloseable {
  private static final class Handles {
    static final MethodHandle SOCKET =
        Downcall.capturing(LibC.socket$address(), LibC.socket$descriptor());
    static final MethodHandle BIND =
        Downcall.capturing(LibC.bind$address(), LibC.bind$descriptor());
    static final MethodHandle SEND =
        Downcall.capturing(LibC.send$address(), LibC.send$descriptor());
    static final MethodHandle RECV =
        Downcall.capturing(LibC.recv$address(), LibC.recv$descriptor());
  }

  /**
   * The size of the largest datagram: for a dump the kernel fills up to 32 KiB, including its own
   * overhead (netlink_dump of net/netlink/af_netlink.c), for other answers a page or two.
   */
  private static final int RECEIVE_BYTES = 1 << 15;

  /** Protocol and group, as linux/netlink.h and lib/kobject_uevent.c have them. */
  private static final int NETLINK_KOBJECT_UEVENT = 15;

  private static final int KERNEL_GROUP = 1;

  private final Arena arena = Arena.ofConfined();
  private final MemorySegment state = Downcall.allocateState(arena);
  private final MemorySegment buffer = arena.allocate(RECEIVE_BYTES, 8);
  private final String name;
  private final int fd;

  private NetlinkSocket(String name, int fd) {
    this.name = name;
    this.fd = fd;
  }

  /**
   * Opens a socket of RDMA netlink.
   *
   * @throws NativeException EPROTONOSUPPORT or the like where the kernel has no RDMA
   */
  public static NetlinkSocket openRdma() {
    return open("RDMA netlink", RdmaNetlink.NETLINK_RDMA(), 0);
  }

  /**
   * Opens a socket that receives what the kernel tells of its modules, devices and the like when
   * they come and go (lib/kobject_uevent.c): datagrams that begin with {@code
   * "add@/module/ib_core"} or such.
   *
   * @throws NativeException if the kernel lets this process have none
   */
  public static NetlinkSocket openUevents() {
    return open("the kernel's uevents", NETLINK_KOBJECT_UEVENT, KERNEL_GROUP);
  }

  private static NetlinkSocket open(String name, int protocol, int groups) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = Downcall.allocateState(arena);
      int type = LibC.SOCK_RAW() | LibC.SOCK_CLOEXEC();
      int fd = (int) Handles.SOCKET.invokeExact(state, LibC.AF_NETLINK(), type, protocol);
      check("open a socket of " + name, fd, state);
      MemorySegment address = sockaddr_nl.allocate(arena);
      address.fill((byte) 0);
      sockaddr_nl.nl_family(address, (short) LibC.AF_NETLINK());
      sockaddr_nl.nl_groups(address, groups);
      int bound = (int) Handles.BIND.invokeExact(state, fd, address, (int) address.byteSize());
      if (bound < 0) {
        LibC.close(fd);
      }
      check("bind a socket of " + name, bound, state);
      return new NetlinkSocket(name, fd);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  public void send(byte[] message) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment bytes = scratch.allocate(message.length, 8);
      MemorySegment.copy(message, 0, bytes, ValueLayout.JAVA_BYTE, 0, message.length);
      long sent = (long) Handles.SEND.invokeExact(state, fd, bytes, (long) message.length, 0);
      check("send to " + name, sent, state);
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /**
   * Waits for a datagram; the buffer, in native byte order, is valid until the next call.
   *
   * @throws NativeException EMSGSIZE if it is larger than any that a kernel is known to send
   */
  public ByteBuffer receive() {
    return receive(0);
  }

  /**
   * The same, but does not wait: empty if there is none. A datagram without a byte stands for those
   * that were lost because too many had come.
   */
  public Optional<ByteBuffer> receiveNow() {
    try {
      return Optional.of(receive(LibC.MSG_DONTWAIT()));
    } catch (NativeException e) {
      if (e.errno() == LibC.EAGAIN()) {
        return Optional.empty();
      } else if (e.errno() == LibC.ENOBUFS()) {
        return Optional.of(ByteBuffer.allocate(0));
      }
      throw e;
    }
  }

  private ByteBuffer receive(int flags) {
    try {
      long received =
          (long)
              Handles.RECV.invokeExact(
                  state, fd, buffer, (long) RECEIVE_BYTES, LibC.MSG_TRUNC() | flags);
      check("receive from " + name, received, state);
      if (received > RECEIVE_BYTES) {
        throw new NativeException("receive from " + name, LibC.EMSGSIZE());
      }
      return buffer.asSlice(0, received).asByteBuffer().order(ByteOrder.nativeOrder());
    } catch (Throwable e) {
      throw Downcall.unexpected(e);
    }
  }

  /** Waits until there is something to receive, at most this long. An interrupt does not end it. */
  public void await(Duration most) {
    Poll.await(fd, most);
  }

  private static void check(String tried, long result, MemorySegment state) {
    if (result < 0) {
      throw new NativeException(tried, Downcall.errno(state));
    }
  }

  @Override
  public void close() {
    LibC.close(fd);
    arena.close();
  }
}
