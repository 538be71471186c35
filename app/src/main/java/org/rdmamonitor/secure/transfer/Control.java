// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What other threads tell a transfer while it is under way, and what they see of it. Safe for
 * threads.
 */
public final class Control {
  private static final VarHandle DONE = handle();

  private volatile boolean cancelled;
  private volatile long peerOperations = -1;

  @SuppressWarnings("unused") // by the handle
  private long done;

  private static VarHandle handle() {
    try {
      return MethodHandles.lookup().findVarHandle(Control.class, "done", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Ends the transfer soon, whatever it does; what was done so far is its result. Cannot be undone.
   */
  public synchronized void cancel() {
    cancelled = true;
    notifyAll();
  }

  /**
   * The other end has done everything of this size.
   *
   * @param operations that its {@code Result} reports, from 0
   */
  public synchronized void peerFinished(long operations) {
    peerOperations = Math.max(0, operations);
    notifyAll();
  }

  /** Operations so far of this size, all lanes and both directions, warm-up included. */
  public long operations() {
    return (long) DONE.getOpaque(this);
  }

  /** Whether {@link #cancel} was called. */
  public boolean isCancelled() {
    return cancelled;
  }

  void progress(long operations) {
    DONE.setOpaque(this, operations);
  }

  void reset() {
    peerOperations = -1;
    progress(0);
  }

  boolean isPeerFinished() {
    return peerOperations >= 0;
  }

  /**
   * Waits, without using the processor, until the other end has finished or everything is
   * cancelled. If the thread is interrupted meanwhile, it cancels everything.
   */
  synchronized void awaitPeer() {
    try {
      while (!cancelled && !isPeerFinished()) {
        wait();
      }
    } catch (InterruptedException e) {
      cancelled = true;
      Thread.currentThread().interrupt();
    }
  }

  /** How many operations the other end did; negative as long as it has not finished. */
  long peerOperations() {
    return peerOperations;
  }
}
