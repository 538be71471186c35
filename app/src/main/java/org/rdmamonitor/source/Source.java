// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import java.time.Duration;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.limits.Quotas;

/**
 * Where samples come from. A source is open from when it is made until {@link #close()}; for one
 * thread at a time.
 */
public interface Source extends AutoCloseable {
  /**
   * Enforces these limits from now on, as far as the source was opened for that and can.
   *
   * @throws SourceException if it cannot any more
   */
  default void enforce(Quotas quotas) {}

  /**
   * Called when memory ran out where the samples are used: the next samples leave out what takes
   * most memory, and their health says so.
   */
  default void memoryRanOut() {}

  /**
   * Called before a last reading. Makes it find out anew even what readings find out only now and
   * then, because that takes long; except what took longer than this the last time.
   *
   * @return whether the reading before is known to have reported something out of date, so that
   *     another reading is worth while
   */
  default boolean renew(Duration most) {
    return false;
  }

  /** Whether {@link #read} has something to tell that it has not told yet. */
  enum Next {
    NOW,
    /** Nothing has been recorded for the present moment. */
    LATER,
    /** The recording has ended. */
    NEVER
  }

  /**
   * Reads the present state. All samples of one source count from the same start.
   *
   * @throws SourceException if it cannot be read any more
   */
  Sample read();

  /** When the next reading is worth while; with a live source, always now. */
  default Next next() {
    return Next.NOW;
  }

  /**
   * Called as soon as a process is about to end, before anything that takes time, such as sending
   * what is left. Undoes at once what would outlast the process, or would do harm while the kernel
   * cleans up the rest. The process may be ended before it comes to {@link #close()}, which is the
   * only method that may be called after this.
   */
  default void withdraw() {}

  /** Ends the observation; idempotent. */
  @Override
  void close();
}
