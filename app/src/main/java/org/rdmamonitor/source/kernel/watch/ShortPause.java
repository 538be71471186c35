// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import java.time.Duration;

/** A moment in which the kernel finishes what it had begun when it was looked at. */
public final class ShortPause {
  public static final Duration LENGTH = Duration.ofMillis(2);

  private ShortPause() {}

  /** Waits this long; not at all if the thread was interrupted, which it stays. */
  public static void take() {
    try {
      Thread.sleep(LENGTH);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
