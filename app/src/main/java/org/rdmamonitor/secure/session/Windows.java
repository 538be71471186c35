// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.time.Duration;
import java.util.Set;
import org.rdmamonitor.nativelib.verbs.Access;
import org.rdmamonitor.nativelib.verbs.CompletionQueue;
import org.rdmamonitor.nativelib.verbs.Completions;
import org.rdmamonitor.nativelib.verbs.MemoryRegion;
import org.rdmamonitor.nativelib.verbs.MemoryWindow;
import org.rdmamonitor.nativelib.verbs.QueuePair;
import org.rdmamonitor.nativelib.verbs.VerbsException;
import org.rdmamonitor.nativelib.verbs.WorkRequests;
import org.rdmamonitor.secure.wire.RefusalCode;
import org.rdmamonitor.secure.wire.Region;

/** Binds memory windows of type 2. */
final class Windows {
  /** A device binds a window at once, or never. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Windows() {}

  /**
   * Binds a window with the rkey that the other end was told, and waits until that is done.
   *
   * @param pair in RTS, with nothing under way
   * @throws VerbsException if the device refuses
   * @throws SessionException if it does not answer
   */
  static void bind(
      QueuePair pair,
      CompletionQueue sends,
      MemoryWindow window,
      MemoryRegion region,
      Region opened,
      Set<Access> rights)
      throws SessionException {
    WorkRequests request = WorkRequests.of(1);
    request.bindWindow(0, window, window.rkey(), region, opened.address(), opened.length(), rights);
    pair.postSend(request);
    Completions completions = Completions.of(1);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (sends.poll(completions) == 0) {
      if (System.nanoTime() - end > 0) {
        throw new SessionException(
            RefusalCode.DEVICE, "the device does not answer when a memory window is to be bound");
      }
      Thread.onSpinWait();
    }
    completions.check(0, "binding a memory window");
  }
}
