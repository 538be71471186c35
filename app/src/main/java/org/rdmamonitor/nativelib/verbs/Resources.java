// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.util.ArrayDeque;
import java.util.Deque;

/** What was made one from another, to be closed together. For one thread at a time. */
public final class Resources implements AutoCloseable {
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final String complaint;

  /**
   * None yet.
   *
   * @param complaint what is said where some could not be freed, to be followed by why: {@code not
   *     all of a client's RDMA resources could be freed}
   */
  public Resources(String complaint) {
    this.complaint = complaint;
  }

  /** Has a resource closed before those that were kept earlier. */
  public <T extends AutoCloseable> T keep(T resource) {
    open.push(resource);
    return resource;
  }

  /**
   * Closes all of them, the last kept first, whatever fails on the way; idempotent.
   *
   * @throws IllegalStateException the first failure, when all were tried
   */
  @Override
  public void close() {
    IllegalStateException first = null;
    while (!open.isEmpty()) {
      try {
        open.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = new IllegalStateException(complaint + ": " + e.getMessage(), e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
