// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.devices;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.AddressHandle;
import org.rdmamonitor.nativelib.verbs.Addresses;
import org.rdmamonitor.nativelib.verbs.Addresses.Address;
import org.rdmamonitor.nativelib.verbs.CompletionStatus;
import org.rdmamonitor.nativelib.verbs.DeviceAttributes;
import org.rdmamonitor.nativelib.verbs.DeviceInfo;
import org.rdmamonitor.nativelib.verbs.MemoryWindow;
import org.rdmamonitor.nativelib.verbs.Transport;
import org.rdmamonitor.nativelib.verbs.VerbsContext;
import org.rdmamonitor.nativelib.verbs.VerbsException;

/**
 * A trial of a device: it sends to itself in every way that the programs here need, and every byte
 * is checked.
 */
public final class Loopback {
  /** The result of trying one operation. */
  public enum Verdict {
    OK,
    SKIPPED,
    FAILED
  }

  /**
   * The trial of one operation.
   *
   * @param detail why it was skipped or failed; otherwise empty
   */
  public record Trial(Transport transport, String operation, Verdict verdict, String detail) {}

  private static final int BYTES = LoopbackPair.BYTES;
  private static final int GRH = 40;
  private static final int IMMEDIATE = 0x01020304;

  private final DeviceInfo device;
  private final List<Trial> trials = new ArrayList<>();

  private Loopback(DeviceInfo device) {
    this.device = device;
  }

  /** Tries an open device. */
  public static List<Trial> of(VerbsContext context) {
    DeviceInfo device = context.info();
    Loopback loopback = new Loopback(device);
    Address address =
        Addresses.choose(device)
            .orElseThrow(() -> new IllegalArgumentException(device.name() + " cannot be used"));
    loopback.connected(context, address, Transport.RC, loopback::reliable);
    loopback.connected(context, address, Transport.UC, loopback::unreliable);
    loopback.connected(context, address, Transport.UD, loopback::datagrams);
    return List.copyOf(loopback.trials);
  }

  private void connected(
      VerbsContext context, Address address, Transport transport, Consumer<LoopbackPair> all) {
    try (LoopbackPair pair = new LoopbackPair(context, device.attributes(), address, transport)) {
      all.accept(pair);
    } catch (VerbsException failed) {
      Verdict verdict =
          failed.isUnsupported() && transport != Transport.RC ? Verdict.SKIPPED : Verdict.FAILED;
      trials.add(new Trial(transport, "connect", verdict, String.valueOf(failed.getMessage())));
    }
  }

  private void reliable(LoopbackPair pair) {
    unreliable(pair);
    attempt(pair, "READ", true, Loopback::read);
    boolean atomics = device.attributes().atomics() != DeviceAttributes.Atomics.NONE;
    attempt(pair, "compare and swap", atomics, Loopback::compareAndSwap);
    attempt(pair, "fetch and add", atomics, Loopback::fetchAndAdd);
    // This comes last: it ends with a refusal, which breaks the connection.
    attempt(pair, "memory window", device.attributes().hasWindows2(), Loopback::window);
  }

  private void unreliable(LoopbackPair pair) {
    attempt(pair, "SEND", true, Loopback::send);
    attempt(pair, "WRITE", true, Loopback::write);
    attempt(pair, "WRITE with immediate", true, Loopback::writeImmediate);
  }

  private void datagrams(LoopbackPair pair) {
    attempt(pair, "SEND with immediate", true, Loopback::datagram);
  }

  private void attempt(
      LoopbackPair pair, String operation, boolean supported, Consumer<LoopbackPair> attempt) {
    Transport transport = pair.left.transport();
    if (!supported) {
      trials.add(new Trial(transport, operation, Verdict.SKIPPED, "not supported by this device"));
      return;
    }
    try {
      LoopbackPair.clear(pair.leftMemory);
      LoopbackPair.clear(pair.rightMemory);
      attempt.accept(pair);
      trials.add(new Trial(transport, operation, Verdict.OK, ""));
    } catch (VerbsException | LoopbackException wrong) {
      trials.add(
          new Trial(transport, operation, Verdict.FAILED, String.valueOf(wrong.getMessage())));
    }
  }

  private static void send(LoopbackPair pair) {
    LoopbackPair.fill(pair.leftMemory, 0, BYTES, 1);
    receive(pair, BYTES);
    pair.request.send(0, pair.leftMemory.start(), BYTES, pair.leftRegion.lkey());
    pair.perform(pair.left, "SEND");
    received(pair, BYTES);
    LoopbackPair.verify(pair.rightMemory, 0, BYTES, 1);
  }

  /**
   * Writes into the middle of the buffer, so that it is seen that the bytes beside it stay
   * unchanged.
   */
  private static void write(LoopbackPair pair) {
    int offset = 4096 + 8;
    int length = BYTES - 2 * offset;
    LoopbackPair.fill(pair.leftMemory, 0, length, 2);
    pair.request.write(
        0,
        pair.leftMemory.start(),
        length,
        pair.leftRegion.lkey(),
        pair.rightMemory.start() + offset,
        pair.rightRegion.rkey());
    pair.perform(pair.left, "WRITE");
    if (pair.left.transport() == Transport.RC) {
      LoopbackPair.verify(pair.rightMemory, offset, length, 2);
    } else {
      // An unreliable WRITE does not tell when it has arrived; the next message that is received
      // does.
      LoopbackPair.fill(pair.leftMemory, 0, length, 2);
      writeImmediate(pair, offset, length, 2);
    }
  }

  private static void writeImmediate(LoopbackPair pair) {
    LoopbackPair.fill(pair.leftMemory, 0, BYTES, 3);
    writeImmediate(pair, 0, BYTES, 3);
  }

  private static void writeImmediate(LoopbackPair pair, int offset, int length, int seed) {
    receive(pair, 0);
    pair.request.writeImmediate(
        0,
        pair.leftMemory.start(),
        length,
        pair.leftRegion.lkey(),
        pair.rightMemory.start() + offset,
        pair.rightRegion.rkey(),
        IMMEDIATE);
    pair.perform(pair.left, "WRITE with immediate");
    received(pair, length);
    immediate(pair);
    LoopbackPair.verify(pair.rightMemory, offset, length, seed);
  }

  private static void read(LoopbackPair pair) {
    LoopbackPair.fill(pair.rightMemory, 0, BYTES, 4);
    pair.request.read(
        0,
        pair.leftMemory.start(),
        BYTES,
        pair.leftRegion.lkey(),
        pair.rightMemory.start(),
        pair.rightRegion.rkey());
    pair.perform(pair.left, "READ");
    LoopbackPair.verify(pair.leftMemory, 0, BYTES, 4);
  }

  private static void compareAndSwap(LoopbackPair pair) {
    long before = 0x0102030405060708L;
    long after = 0x1112131415161718L;
    pair.rightMemory.buffer(0, Long.BYTES).putLong(0, before);
    pair.request.compareAndSwap(
        0,
        pair.leftMemory.start(),
        pair.leftRegion.lkey(),
        pair.rightMemory.start(),
        pair.rightRegion.rkey(),
        before,
        after);
    pair.perform(pair.left, "compare and swap");
    values(pair, before, after);
    pair.request.swap(0, -1);
    pair.perform(pair.left, "compare and swap"); // does not match any more
    values(pair, after, after);
  }

  private static void fetchAndAdd(LoopbackPair pair) {
    long before = 0x7fffffffffffffffL;
    pair.rightMemory.buffer(0, Long.BYTES).putLong(0, before);
    pair.request.fetchAndAdd(
        0,
        pair.leftMemory.start(),
        pair.leftRegion.lkey(),
        pair.rightMemory.start(),
        pair.rightRegion.rkey(),
        3);
    pair.perform(pair.left, "fetch and add");
    values(pair, before, before + 3);
  }

  private static void values(LoopbackPair pair, long fetched, long kept) {
    long left = pair.leftMemory.buffer(0, Long.BYTES).getLong(0);
    long right = pair.rightMemory.buffer(0, Long.BYTES).getLong(0);
    if (left != fetched || right != kept) {
      throw new LoopbackException(
          "the values are 0x%x and 0x%x instead of 0x%x and 0x%x"
              .formatted(left, right, fetched, kept));
    }
  }

  /**
   * The right side opens a window to a part of its buffer, the left side writes, and the window is
   * closed.
   */
  private static void window(LoopbackPair pair) {
    int offset = 8192;
    int length = 16384;
    try (MemoryWindow window = pair.domain.window()) {
      pair.request.bindWindow(
          0,
          window,
          window.nextRkey(),
          pair.rightRegion,
          pair.rightMemory.start() + offset,
          length,
          EnumSet.of(Access.REMOTE_WRITE));
      pair.perform(pair.right, "binding a memory window");
      LoopbackPair.fill(pair.leftMemory, 0, length, 5);
      pair.request.write(
          0,
          pair.leftMemory.start(),
          length,
          pair.leftRegion.lkey(),
          pair.rightMemory.start() + offset,
          window.rkey());
      pair.perform(pair.left, "WRITE through a memory window");
      LoopbackPair.verify(pair.rightMemory, offset, length, 5);
      pair.request.localInvalidate(0, window.rkey());
      pair.perform(pair.right, "invalidating a memory window");
      LoopbackPair.fill(pair.leftMemory, 0, length, 6);
      pair.request.write(
          0,
          pair.leftMemory.start(),
          length,
          pair.leftRegion.lkey(),
          pair.rightMemory.start() + offset,
          window.rkey());
      pair.left.postSend(pair.request);
      pair.await(pair.leftQueue, "WRITE through a shut memory window");
      if (pair.completions.status(0) != CompletionStatus.REMOTE_ACCESS) {
        throw new LoopbackException(
            "a WRITE through a shut memory window ends with " + pair.completions.status(0));
      }
      LoopbackPair.verify(pair.rightMemory, offset, length, 5);
    }
  }

  private static void datagram(LoopbackPair pair) {
    int length = pair.port.activeMtu().bytes();
    LoopbackPair.fill(pair.leftMemory, 0, length, 7);
    receive(pair, GRH + length);
    try (AddressHandle handle = pair.domain.addressHandle(pair.route)) {
      pair.request
          .sendImmediate(0, pair.leftMemory.start(), length, pair.leftRegion.lkey(), IMMEDIATE)
          .destination(0, handle, pair.right.number(), LoopbackPair.QKEY);
      pair.perform(pair.left, "SEND of a datagram");
      received(pair, GRH + length);
    }
    immediate(pair);
    ByteBuffer header = pair.rightMemory.buffer(0, GRH);
    for (int i = 0; i < GRH; i++) {
      header.put(i, (byte) 0); // whatever the network put there
    }
    LoopbackPair.verify(pair.rightMemory, GRH, length, 7);
    if (pair.completions.sourceQueuePair(0) != pair.left.number()) {
      throw new LoopbackException("the datagram tells another sender");
    }
  }

  private static void receive(LoopbackPair pair, int length) {
    pair.receive.buffer(0, pair.rightMemory.start(), length, pair.rightRegion.lkey());
    pair.right.postReceive(pair.receive);
  }

  private static void received(LoopbackPair pair, int length) {
    pair.await(pair.rightQueue, "the receive");
    pair.completions.check(0, "the receive");
    if (pair.completions.length(0) != length) {
      throw new LoopbackException(
          "%d bytes came in instead of %d".formatted(pair.completions.length(0), length));
    }
  }

  private static void immediate(LoopbackPair pair) {
    if (!pair.completions.hasImmediate(0) || pair.completions.immediate(0) != IMMEDIATE) {
      throw new LoopbackException("the immediate data is wrong");
    }
  }
}
