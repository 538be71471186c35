// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.Readiness;
import org.rdmamonitor.quota.Books;
import org.rdmamonitor.quota.KernelReading;
import org.rdmamonitor.quota.KernelTruth;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.host.Processes;
import org.rdmamonitor.quota.state.LeaseFile;

/** Serves from when it is made until it is closed. Safe for any number of threads. */
public final class Collector implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration SWEEP = Duration.ofSeconds(1);

  /** Often enough that the calls of a second are counted in that second, or nearly. */
  private static final Duration LOOK = Duration.ofMillis(200);

  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final CollectorSettings settings;
  private final CollectorLog log;
  private final Processes processes;
  private final SocketPlace place;
  private final LeaseFile leases;
  private final Books books;
  private final CompletableFuture<String> end = new CompletableFuture<>();
  private final Readiness readiness = new Readiness(why -> end.complete(sentence(why)));
  private final Pages pages;
  private final Leaseholders holders;
  private final ConnectionAcceptor acceptor;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("client-", 1).factory());
  private volatile boolean isClosed;

  /** Whether the kernel's objects could be counted at the last attempt; used by one thread. */
  private boolean isReadable = true;

  private Collector(
      CollectorSettings settings,
      SocketPlace place,
      LeaseFile leases,
      Processes processes,
      CollectorLog log) {
    this.settings = settings;
    this.log = log;
    this.processes = processes;
    this.place = place;
    this.leases = leases;
    this.books = new Books(settings.limits(), leases, settings.inFlight());
    this.pages = new Pages(books, processes, log, settings.connections());
    this.holders = new Leaseholders(books, pages, readiness, processes, log);
    RequestHandler handler =
        new RequestHandler(
            books,
            holders,
            pages,
            settings.administrators(),
            settings.limitsFile(),
            log,
            System::nanoTime);
    this.acceptor =
        new ConnectionAcceptor(
            place.socket(), settings, handler, readiness, processes, threads, log);
  }

  /**
   * Begins to serve, with the leases that an earlier collector granted.
   *
   * @param truth counts the kernel's objects; if it is empty, leases end with their processes and
   *     by what clients say only
   * @throws CollectorException if another collector serves, or a file or the socket cannot be had
   */
  public static Collector start(
      CollectorSettings settings, Optional<KernelTruth> truth, CollectorLog log)
      throws CollectorException {
    SocketPlace place = SocketPlace.take(settings.socket(), settings.group());
    try {
      Processes processes = Processes.ofThisHost();
      String boot = processes.boot();
      List<Lease> earlier = LeaseFile.read(settings.leases(), boot, log::trouble);
      List<Lease> live =
          earlier.stream().filter(lease -> processes.exists(lease.process())).toList();
      LeaseFile file = LeaseFile.begin(settings.leases(), boot, log::trouble, live);
      Collector result = new Collector(settings, place, file, processes, log);
      result.begin(live, earlier.size() - live.size(), truth);
      return result;
    } catch (IOException | NativeException e) {
      place.close();
      throw CollectorException.of("the collector cannot begin: ", e);
    }
  }

  private void begin(List<Lease> earlier, int ended, Optional<KernelTruth> truth) {
    place.warning().ifPresent(log::trouble);
    holders.adopt(earlier, System.nanoTime());
    if (!earlier.isEmpty() || ended > 0) {
      log.adopted(earlier, ended);
    }
    threads.execute(() -> forever(acceptor::accept));
    threads.execute(() -> forever(this::sweep));
    threads.execute(() -> forever(this::tend));
    truth.ifPresent(one -> threads.execute(() -> forever(() -> reconcile(one))));
  }

  /** Who holds what now. */
  public Usage usage() {
    return books.usage(System.nanoTime());
  }

  /** Repeats a step until the end; an unexpected failure does not end the others. */
  private void forever(CollectorTask step) {
    try {
      while (!isClosed) {
        try {
          step.run();
        } catch (RejectedExecutionException closing) {
          return;
        } catch (RuntimeException | OutOfMemoryError e) {
          log.trouble("unexpected error, please report it: " + e);
          Thread.sleep(PAUSE);
        }
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } catch (Error e) {
      end.complete(sentence(e));
    }
  }

  private interface CollectorTask {
    void run() throws InterruptedException;
  }

  private void sweep() throws InterruptedException {
    Thread.sleep(SWEEP);
    holders.sweep();
    acceptor.sweep();
  }

  private void tend() throws InterruptedException {
    Thread.sleep(LOOK);
    pages.sweep(System.nanoTime());
  }

  private void reconcile(KernelTruth truth) throws InterruptedException {
    try {
      reconcile(truth.read());
      isReadable = true;
    } catch (IOException e) {
      if (isReadable) {
        log.trouble("the kernel's objects cannot be counted: " + e.getMessage());
      }
      isReadable = false;
    }
    Thread.sleep(settings.reconcile());
  }

  private void reconcile(KernelReading reading) {
    Books.ReconcileResult outcome =
        books.reconcile(reading.of(processes::exists), System.nanoTime());
    outcome.bypassing().forEach(log::bypassing);
    if (!outcome.dropped().isNone()) {
      log.dropped(outcome.dropped());
    }
  }

  private static String sentence(Throwable why) {
    return "the collector cannot go on: " + why;
  }

  /**
   * Waits until it can no longer serve, which is not expected.
   *
   * @return why, in a sentence
   */
  public String awaitTrouble() throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends all conversations; the leases stay in their file. */
  @Override
  public void close() {
    synchronized (this) {
      if (isClosed) {
        return;
      }
      isClosed = true;
    }
    acceptor.close();
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(FAREWELL.toSeconds(), TimeUnit.SECONDS)) {
        log.trouble("not all conversations have ended");
      }
      place.close();
      holders.close();
      pages.close();
      readiness.close();
      leases.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      log.trouble("%s cannot be closed: %s".formatted(settings.leases(), e.getMessage()));
    }
  }
}
