// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.netlink.NetlinkSocket;
import org.rdmamonitor.nativelib.posix.NativeException;

/**
 * Tells when a module of the kernel may have come or gone: the kernel says so (uevents), so that
 * nobody has to look for it at short intervals. For the thread that opened it.
 */
public final class ModuleNews implements AutoCloseable {
  /** How a message begins: what has happened, and to what in sysfs. */
  private static final String MODULE = "@/module/";

  /** Hosts where containers come and go have many messages, which are of network devices. */
  private static final Duration REST = Duration.ofMillis(100);

  private final @Nullable NetlinkSocket socket;

  private ModuleNews(@Nullable NetlinkSocket socket) {
    this.socket = socket;
  }

  /** Begins to listen; if the kernel does not let this process, one has to look all the time. */
  public static ModuleNews listen() {
    try {
      return new ModuleNews(NetlinkSocket.openUevents());
    } catch (NativeException e) {
      return new ModuleNews(null);
    }
  }

  /**
   * Waits until a module may have come or gone.
   *
   * @param most for so long at most, if the kernel tells of it
   * @param blind for so long if it does not
   */
  public void await(Duration most, Duration blind) throws InterruptedException {
    if (socket == null) {
      Thread.sleep(blind);
      return;
    }
    long end = System.nanoTime() + most.toNanos();
    for (long left = most.toNanos(); left > 0; left = end - System.nanoTime()) {
      socket.await(Duration.ofNanos(left));
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try {
        if (tellsOfModules(socket)) {
          return;
        }
      } catch (NativeException e) {
        Thread.sleep(blind);
        return;
      }
      if (System.nanoTime() < end) {
        Thread.sleep(REST);
      }
    }
  }

  /** Reads what has come; true if it tells of a module, or some of it was lost. */
  private static boolean tellsOfModules(NetlinkSocket socket) {
    boolean found = false;
    for (Optional<ByteBuffer> message = socket.receiveNow();
        message.isPresent();
        message = socket.receiveNow()) {
      boolean lost = !message.get().hasRemaining();
      found |= lost || isOfModule(StandardCharsets.ISO_8859_1.decode(message.get()).toString());
    }
    return found;
  }

  /** Whether a message of the kernel says that a module has come or gone. */
  static boolean isOfModule(String message) {
    int end = message.indexOf('\0');
    int at = message.indexOf(MODULE);
    return at >= 0 && (end < 0 || at < end);
  }

  @Override
  public void close() {
    if (socket != null) {
      socket.close();
    }
  }
}
