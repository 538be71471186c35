// SPDX-License-Identifier: MIT
package org.rdmamonitor.source;

import java.time.Duration;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.limits.Quotas;

/** Where samples come from. Open from its making to {@link #close()}; for one thread at a time. */
public interface Source extends AutoCloseable {
  /**
   * Has limits enforced from now on, as far as the source was opened for that and can.
   *
   * @throws SourceException if it cannot any more
   */
  default void enforce(Quotas quotas) {}

  /**
   * Called when memory ran out where its samples are used: the next ones do without what takes
   * most, and their health says so.
   */
  default void memoryRanOut() {}

  /**
   * Called before a last reading: has it tell as of now what readings seldom find out anew, since
   * it takes long; unless it took longer than this when it was last found out.
   *
   * @return whether the last reading is known to have told of a time when there was less to tell,
   *     so that another one is worth its while
   */
  default boolean renew(Duration most) {
    return false;
  }

  /** When {@link #read} will tell something that it has not told yet. */
  enum Next {
    NOW,
    /** Nothing has been recorded for this moment. */
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

  /** When the next reading is worth its while; of a live source, always now. */
  default Next next() {
    return Next.NOW;
  }

  /**
   * Called as soon as a process is to end, before what takes time, such as sending what is left:
   * takes back at once what would outlast the process, or would do harm while the kernel takes back
   * the rest. The process may be ended before it comes to {@link #close()}, which is all that may
   * be called after this.
   */
  default void withdraw() {}

  /** Ends the observation; idempotent. */
  @Override
  void close();
}
