// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.Connection;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.HostMemory;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.PortInfo;
import org.rdmamonitor.nativelib.verbs.ProtectionDomain;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.QueuePairOptions;
import org.rdmamonitor.nativelib.verbs.ReceiveRequests;
import org.rdmamonitor.nativelib.verbs.Route;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.WorkRequests;

/** Two queue pairs of one device that are connected with each other, and a buffer for each. */
final class LoopbackPair implements AutoCloseable {
  /** Bytes of a buffer; large enough to take several packets with every MTU. */
  static final int BYTES = 64 << 10;

  static final int QKEY = 0x11223344;

  private static final int DEPTH = 16;
  private static final int LEFT_PSN = 0x123456;
  private static final int RIGHT_PSN = 0xfffffe; // wraps at once
  private static final long PATIENCE = Duration.ofSeconds(10).toNanos();

  final Route route;
  final PortInfo port;
  final ProtectionDomain domain;
  final CompletionQueue leftQueue;
  final CompletionQueue rightQueue;
  final QueuePair left;
  final QueuePair right;
  final HostMemory leftMemory;
  final HostMemory rightMemory;
  final MemoryRegion leftRegion;
  final MemoryRegion rightRegion;
  final WorkRequests request = WorkRequests.of(1);
  final ReceiveRequests receive = ReceiveRequests.of(1);
  final Completions completions = Completions.of(1);

  private final Deque<Runnable> closers = new ArrayDeque<>();

  LoopbackPair(
      VerbsContext context, DeviceAttributes device, Address address, Transport transport) {
    port = address.port();
    route = address.to(address);
    Set<Access> access = access(device);
    boolean ready = false;
    try {
      domain = context.protectionDomain();
      closers.push(domain::close);
      leftQueue = context.completionQueue(2 * DEPTH);
      closers.push(leftQueue::close);
      rightQueue = context.completionQueue(2 * DEPTH);
      closers.push(rightQueue::close);
      leftMemory = HostMemory.allocate(BYTES);
      closers.push(leftMemory::close);
      rightMemory = HostMemory.allocate(BYTES);
      closers.push(rightMemory::close);
      leftRegion = domain.register(leftMemory, access);
      closers.push(leftRegion::close);
      rightRegion = domain.register(rightMemory, access);
      closers.push(rightRegion::close);
      left = domain.queuePair(QueuePairOptions.of(transport, leftQueue, DEPTH));
      closers.push(left::close);
      right = domain.queuePair(QueuePairOptions.of(transport, rightQueue, DEPTH));
      closers.push(right::close);
      bringUp(left, right, RIGHT_PSN, LEFT_PSN, access);
      bringUp(right, left, LEFT_PSN, RIGHT_PSN, access);
      ready = true;
    } finally {
      if (!ready) {
        close();
      }
    }
  }

  private static Set<Access> access(DeviceAttributes device) {
    Set<Access> access = EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
    if (device.atomics() != DeviceAttributes.Atomics.NONE) {
      access.add(Access.REMOTE_ATOMIC);
    }
    if (device.hasWindows2()) {
      access.add(Access.WINDOW_BIND);
    }
    return access;
  }

  private void bringUp(
      QueuePair one, QueuePair other, int receivePsn, int sendPsn, Set<Access> access) {
    Set<Access> remote = EnumSet.copyOf(access);
    remote.remove(Access.WINDOW_BIND); // a right of regions, not of queue pairs
    if (one.transport() == Transport.UC) {
      remote.retainAll(EnumSet.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
    }
    one.initialize(port.number(), remote, QKEY);
    Connection connection =
        Connection.of(route, other.number(), port.activeMtu(), receivePsn, sendPsn);
    one.readyToReceive(connection);
    one.readyToSend(connection);
  }

  /** Fills a part of a buffer with a pattern that no other seed gives. */
  static void fill(HostMemory memory, int offset, int length, int seed) {
    ByteBuffer buffer = memory.buffer(offset, length);
    for (int i = 0; i < length; i++) {
      buffer.put(i, pattern(i, seed));
    }
  }

  /** Checks that a buffer has the seed's pattern in this part, and zeroes everywhere else. */
  static void verify(HostMemory memory, int offset, int length, int seed) {
    ByteBuffer buffer = memory.buffer(0, BYTES);
    for (int i = 0; i < BYTES; i++) {
      boolean inside = i >= offset && i < offset + length;
      byte expected = inside ? pattern(i - offset, seed) : 0;
      if (buffer.get(i) != expected) {
        throw new LoopbackException(
            "byte %d is 0x%02x instead of 0x%02x".formatted(i, buffer.get(i), expected));
      }
    }
  }

  static void clear(HostMemory memory) {
    ByteBuffer buffer = memory.buffer(0, BYTES);
    for (int i = 0; i < BYTES; i += Long.BYTES) {
      buffer.putLong(i, 0);
    }
  }

  private static byte pattern(int i, int seed) {
    return (byte) ((i * 31 + (i >>> 8) * 17 + seed * 101) | 1);
  }

  /** Posts the request on one side and waits until it is done. */
  void perform(QueuePair pair, String what) {
    pair.postSend(request);
    await(pair == left ? leftQueue : rightQueue, what);
    completions.check(0, what);
  }

  /** Waits for one completion. */
  void await(CompletionQueue queue, String what) {
    long end = System.nanoTime() + PATIENCE;
    while (queue.poll(completions) == 0) {
      if (System.nanoTime() - end > 0) {
        throw new LoopbackException(what + " does not complete");
      }
      Thread.onSpinWait();
    }
  }

  /** Closes what was made, in reverse order. */
  @Override
  public void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
