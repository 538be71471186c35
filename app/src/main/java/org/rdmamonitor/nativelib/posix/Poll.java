// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import org.rdmamonitor.nativelib.generated.LibC;
import org.rdmamonitor.nativelib.generated.pollfd;

/** Looks at one descriptor (poll(2)). {@link Readiness} is for several, and for virtual threads. */
public final class Poll {
  private Poll() {}

  /** Whether there is something to receive, or the other end has gone. */
  static boolean isReady(int fd) {
    return events(fd, 0) != 0;
  }

  /** Whether the other end is closed. */
  static boolean isHungUp(int fd) {
    return (events(fd, 0) & LibC.POLLHUP()) != 0;
  }

  /**
   * Waits until there is something to receive, or the other end has gone, at most this long. An
   * interrupt does not end it.
   */
  public static void await(int fd, Duration most) {
    events(fd, Math.clamp(most.toMillis(), 0, Integer.MAX_VALUE));
  }

  private static int events(int fd, int millis) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment asked = pollfd.allocate(arena);
      pollfd.fd(asked, fd);
      pollfd.events(asked, (short) LibC.POLLIN());
      pollfd.revents(asked, (short) 0);
      LibC.poll(asked, 1, millis);
      return pollfd.revents(asked);
    }
  }
}
