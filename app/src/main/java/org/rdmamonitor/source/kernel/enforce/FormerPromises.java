// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.nativelib.monitor.Promises;
import org.rdmamonitor.source.kernel.host.Processes;

/**
 * Promises that outlive the thread that they were made to, or the tenants for which they were made.
 * Not safe for use by several threads.
 */
final class FormerPromises {
  /** A promise older than this belongs to no call any more, if its thread has ended. */
  private static final Duration PROMISE = Duration.ofSeconds(2);

  private final Promises promises;
  private final Processes processes = new Processes(Path.of("/proc"));

  /** Whether the tenants have changed since {@link #areKept} was last true. */
  private boolean isSettling;

  /**
   * Promises made before the tenants last changed; their objects count for the tenants of that
   * time.
   */
  private Optional<Set<Promises.Promise>> earlier = Optional.empty();

  FormerPromises(Promises promises) {
    this.promises = promises;
  }

  /** Notes that the tenants have changed. */
  void tenantsChanged() {
    isSettling = true;
  }

  /**
   * Takes back what was promised to threads that have ended, since their end may have been missed.
   */
  void end() {
    long longAgo = System.nanoTime() - PROMISE.toNanos();
    for (Promises.Promise promise : promises.list()) {
      if (promise.sinceNanos() < longAgo && !processes.hasThread(promise.thread())) {
        promises.end(promise);
      }
    }
  }

  /**
   * True, once, when everything that was promised before the tenants changed exists, so that it can
   * be assigned to the present tenants.
   */
  boolean areKept() {
    if (isSettling) {
      isSettling = false;
      earlier = Optional.of(new HashSet<>(promises.list()));
    }
    if (earlier.isEmpty()) {
      return false;
    }
    earlier.get().retainAll(promises.list());
    if (!earlier.get().isEmpty()) {
      return false;
    }
    earlier = Optional.empty();
    return true;
  }
}
