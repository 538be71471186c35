// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.SharedPage;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Books;
import org.rdmamonitor.quota.ProcessKey;
import org.rdmamonitor.quota.Tenant;
import org.rdmamonitor.quota.host.Processes;

/** The pages of credits, one for each process that wants one. Safe for any number of threads. */
final class Pages implements AutoCloseable {
  private final Books books;
  private final Processes processes;
  private final CollectorLog log;
  private final int most;
  private final ConcurrentHashMap<ProcessKey, CreditPage> pages = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  /**
   * None yet.
   *
   * @param most how many there are at a time
   */
  Pages(Books books, Processes processes, CollectorLog log, int most) {
    this.books = books;
    this.processes = processes;
    this.log = log;
    this.most = most;
  }

  /** The page of a process that lives; empty if there is none to be had. */
  Optional<SharedPage> of(Tenant tenant, long now) {
    ProcessKey process = tenant.process();
    try {
      return Optional.ofNullable(
              pages.compute(
                  process,
                  (key, page) -> page == null && isFull() ? null : attached(page, tenant, now)))
          .map(CreditPage::page);
    } catch (NativeException e) {
      log.trouble("a process gets no credits: " + e.getMessage());
      return Optional.empty();
    }
  }

  private boolean isFull() {
    return pages.mappingCount() >= most;
  }

  private CreditPage attached(@Nullable CreditPage known, Tenant tenant, long now) {
    CreditPage page = known == null ? CreditPage.create(tenant.process()) : known;
    books.attach(tenant, page, now);
    return page;
  }

  /** Looks for the page that an earlier collector gave to a process that holds leases. */
  void adopt(Tenant tenant, long now) {
    ProcessKey process = tenant.process();
    if (pages.containsKey(process)) {
      return;
    }
    Optional<CreditPage> page = CreditPage.find(process);
    if (page.isPresent()) {
      pages.put(process, page.get());
      books.attach(tenant, page.get(), now);
    } else if (SharedPage.mayBeMappedIn(process.pid(), CreditPage.NAME)) {
      books.hideCredits(process);
    }
  }

  /** Looks at what processes did by themselves, and where they are now. */
  void sweep(long now) {
    for (ProcessKey process : books.tend(now)) {
      processes
          .cgroup(process.pid())
          .filter(path -> processes.exists(process))
          .ifPresent(path -> books.moved(process, path, now));
    }
  }

  /** A process has ended: in the books too, so that no page is closed that these look at. */
  Amounts end(ProcessKey process) {
    AtomicReference<Amounts> used = new AtomicReference<>(Amounts.NONE);
    pages.compute(
        process,
        (key, page) -> {
          if (!isClosed) {
            used.set(books.end(key));
          }
          if (page != null) {
            page.close();
          }
          return null;
        });
    return used.get();
  }

  /**
   * Closes them. Credits stay in the pages for the next collector, and the books are not changed
   * any more.
   */
  @Override
  public void close() {
    isClosed = true;
    pages.keySet().forEach(this::end);
  }
}
