// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.rdmamonitor.nativelib.posix.PidFd;
import org.rdmamonitor.nativelib.posix.Readiness;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Books;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.host.Processes;

/**
 * Watches the processes that hold leases, and ends the leases of a process when it ends, in
 * whatever way. Safe for any number of threads.
 */
final class Leaseholders implements AutoCloseable {
  private final Books books;
  private final Pages pages;
  private final Readiness readiness;
  private final Processes processes;
  private final CollectorLog log;
  private final ConcurrentMap<ProcessKey, Watched> watched = new ConcurrentHashMap<>();

  Leaseholders(
      Books books, Pages pages, Readiness readiness, Processes processes, CollectorLog log) {
    this.books = books;
    this.pages = pages;
    this.readiness = readiness;
    this.processes = processes;
    this.log = log;
  }

  /**
   * A process under watch.
   *
   * @param process empty if there was no descriptor for it; then {@link #sweep} looks
   */
  private record Watched(String comm, Optional<PidFd> process, Optional<Readiness.Watch> watch)
      implements AutoCloseable {
    @Override
    public void close() {
      watch.ifPresent(Readiness.Watch::close);
      process.ifPresent(PidFd::close);
    }
  }

  /** Begins to watch a process that runs, if it is not watched. */
  void watch(ProcessKey key, String comm) {
    watched.computeIfAbsent(key, k -> begin(k, comm));
  }

  private Watched begin(ProcessKey key, String comm) {
    Optional<PidFd> process = PidFd.open(key.pid());
    // The pid may belong to another process by now; then this one has ended already, which the
    // sweep finds.
    if (process.isPresent() && !processes.exists(key)) {
      process.get().close();
      process = Optional.empty();
    }
    Optional<Readiness.Watch> watch =
        process.map(descriptor -> readiness.onEndOf(descriptor, () -> ended(key)));
    return new Watched(comm, process, watch);
  }

  /** Reports unexpected failures: nobody else would see them. */
  private void ended(ProcessKey key) {
    try {
      end(key);
    } catch (RuntimeException | OutOfMemoryError e) {
      log.trouble("the leases of process %d have not been ended: %s".formatted(key.pid(), e));
    }
  }

  /** Ends the leases of a process that has ended. */
  void end(ProcessKey key) {
    Watched gone = watched.remove(key);
    Amounts returned = pages.end(key);
    if (gone != null) {
      gone.close();
      if (!returned.isNone()) {
        log.ended(key.pid(), gone.comm(), returned);
      }
    }
  }

  /** Looks for processes that ended without being noticed. */
  void sweep() {
    watched.forEach((key, one) -> {
      if (one.process().isEmpty() && !processes.exists(key)) {
        end(key);
      }
    });
  }

  /** Takes over the leases of an earlier collector; those whose process has ended end soon. */
  void adopt(List<Lease> leases, long now) {
    for (Lease lease : leases) {
      String comm = processes.find(lease.process().pid()).map(Processes.Found::comm).orElse("");
      books.adopt(lease, comm, now);
      watch(lease.process(), comm);
    }
    for (Lease lease : leases) {
      int pid = lease.process().pid();
      String cgroup = processes.cgroup(pid).orElse(lease.cgroup());
      pages.adopt(new Tenant(lease.process(), lease.uid(), "", cgroup), now);
    }
  }

  @Override
  public void close() {
    watched
        .keySet()
        .forEach(key -> {
          Watched one = watched.remove(key);
          if (one != null) {
            one.close();
          }
        });
  }
}
