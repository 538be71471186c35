// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.rdmamonitor.sst.Fabric.Source;

/**
 * A barrier for all members of a table, to be gone through any number of times. A guard of the
 * table counts the barriers that its member has arrived at; a member leaves when nobody's is less
 * than its own.
 *
 * <p>With {@link BarrierVariant#GFENCE}, which is the one to use, all that a member stored, put
 * over the same fabric, or got before a barrier is done for all members after it. For one thread,
 * that of the table.
 */
public final class Barrier {
  private final SharedTable table;
  private final int guard;
  private final BarrierVariant variant;
  private final Predicate<Row> hasArrived;
  private long round;

  /** The one to use. */
  public Barrier(SharedTable table, int guard) {
    this(table, guard, BarrierVariant.GFENCE);
  }

  /**
   * A barrier of a kind, the same at all members.
   *
   * @param guard the field of the table that it has for itself, which is 0 everywhere
   */
  public Barrier(SharedTable table, int guard, BarrierVariant variant) {
    this.table = table;
    this.guard = guard;
    this.variant = variant;
    // At least, for who left before this member may have arrived at the next one (D7).
    this.hasArrived = row -> row.get(guard) >= round;
  }

  /**
   * Arrives, and waits for all others to.
   *
   * @return which barrier it was, from 1
   * @throws TimeoutException if others do not within the table's limit, with their numbers
   * @throws InterruptedException if the thread was interrupted
   * @throws RuntimeException if an operation fails, as when a member is gone; the barrier cannot be
   *     used any more after any of them
   */
  public long await() throws InterruptedException, TimeoutException {
    if (Thread.interrupted()) {
      throw new InterruptedException(); // even where nobody is ever waited for
    }
    if (variant == BarrierVariant.GFENCE) {
      table.flush();
    }
    round++;
    table.raise(guard, round);
    boolean isInline = variant == BarrierVariant.INLINE || variant == BarrierVariant.GFENCE;
    table.push(guard, 1, isInline ? Source.INLINE : Source.MEMORY);
    if (variant == BarrierVariant.POLLMID) {
      table.drain();
    }
    table.await(hasArrived);
    if (variant == BarrierVariant.POLLEND) {
      table.drain();
    }
    return round;
  }
}
