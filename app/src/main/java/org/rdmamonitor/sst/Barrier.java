// SPDX-License-Identifier: MIT
package org.rdmamonitor.sst;

import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.rdmamonitor.sst.Fabric.Source;

/**
 * A barrier for all members of a table, which can be used any number of times. In a guard, each
 * member counts the barriers that it has arrived at; a member leaves once every member's count is
 * at least its own.
 *
 * <p>Use {@link BarrierVariant#GFENCE}: with it, all that a member stored, put over the same
 * fabric, or got before a barrier is done for all members after it. For one thread, that of the
 * table.
 */
public final class Barrier {
  private final SharedTable table;
  private final int guard;
  private final BarrierVariant variant;
  private final Predicate<Row> hasArrived;
  private long round;

  /** A barrier of the recommended variant, {@link BarrierVariant#GFENCE}. */
  public Barrier(SharedTable table, int guard) {
    this(table, guard, BarrierVariant.GFENCE);
  }

  /**
   * A barrier of a variant, which must be the same at all members.
   *
   * @param guard a field of the table that only this barrier uses, and that is 0 at all members
   */
  public Barrier(SharedTable table, int guard, BarrierVariant variant) {
    this.table = table;
    this.guard = guard;
    this.variant = variant;
    // At least, not exactly: a member that left before this one may have arrived at the next
    // barrier already (D7).
    this.hasArrived = row -> row.get(guard) >= round;
  }

  /**
   * Arrives, and waits until all others have arrived. After any exception the barrier cannot be
   * used any more.
   *
   * @return which barrier it was, from 1
   * @throws TimeoutException if others do not arrive within the table's limit; it names their
   *     numbers
   * @throws InterruptedException if the thread was interrupted
   * @throws RuntimeException if an operation fails, for example because a member is gone
   */
  public long await() throws InterruptedException, TimeoutException {
    if (Thread.interrupted()) {
      throw new InterruptedException(); // even if there turns out to be nobody to wait for
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
