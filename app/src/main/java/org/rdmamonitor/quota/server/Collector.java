// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.rdmamonitor.nativelib.NativeException;
import org.rdmamonitor.nativelib.Readiness;
import org.rdmamonitor.nativelib.UnixSocket;
import org.rdmamonitor.quota.Books;
import org.rdmamonitor.quota.KernelReading;
import org.rdmamonitor.quota.KernelTruth;
import org.rdmamonitor.quota.Lease;
import org.rdmamonitor.quota.Usage;
import org.rdmamonitor.quota.host.Processes;
import org.rdmamonitor.quota.state.LeaseFile;

/** Serves from its making to its end. Safe for any number of threads. */
public final class Collector implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration SWEEP = Duration.ofSeconds(1);
  private static final Duration FAREWELL = Duration.ofSeconds(5);
  private static final Duration LONG = Duration.ofDays(1);
  private static final Duration ATTEMPT = Duration.ofMillis(5);
  private static final int ATTEMPTS = 100;
  private static final String FULL = "there are too many connections";

  private final Settings settings;
  private final CollectorLog log;
  private final Processes processes;
  private final SocketPlace place;
  private final LeaseFile leases;
  private final Books books;
  private final Readiness readiness = new Readiness();
  private final Leaseholders holders;
  private final Desk desk;
  private final Doors doors;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("client-", 1).factory());
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean isClosed;

  private Collector(
      Settings settings,
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
    this.holders = new Leaseholders(books, readiness, processes, log);
    this.desk =
        new Desk(
            books,
            holders,
            settings.administrators(),
            settings.limitsFile(),
            log,
            System::nanoTime);
    this.doors = new Doors(settings.perUser(), settings.connections());
  }

  /**
   * Begins to serve, with the leases that an earlier collector granted.
   *
   * @param truth counts the kernel's objects; if it is empty, leases end with their processes and
   *     by what clients say only
   * @throws CollectorException if another collector serves, or a file or the socket cannot be had
   */
  public static Collector start(Settings settings, Optional<KernelTruth> truth, CollectorLog log)
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
    threads.execute(this::accept);
    threads.execute(this::sweep);
    truth.ifPresent(one -> threads.execute(() -> reconcile(one)));
  }

  /** Who holds what now. */
  public Usage usage() {
    return books.usage();
  }

  private void accept() {
    UnixSocket socket = place.socket();
    try (Readiness.Wait wait = readiness.on(socket)) {
      while (!isClosed) {
        Optional<UnixSocket> next = next(socket);
        if (next.isPresent()) {
          letIn(next.get());
        } else {
          wait.toReceive(LONG);
        }
      }
    } catch (InterruptedException | RejectedExecutionException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /** Files may have run out, which passes. */
  private Optional<UnixSocket> next(UnixSocket socket) throws InterruptedException {
    try {
      return socket.accept();
    } catch (NativeException e) {
      log.trouble("connections cannot be accepted: " + e.getMessage());
      Thread.sleep(PAUSE);
      return Optional.empty();
    }
  }

  private void letIn(UnixSocket socket) {
    if (open.get() >= 2 * settings.connections()) {
      Conversation.refuse(socket, FULL);
      return;
    }
    open.incrementAndGet();
    try {
      threads.execute(() -> {
        try {
          converse(socket);
        } finally {
          open.decrementAndGet();
        }
      });
    } catch (RejectedExecutionException closing) {
      socket.close();
      throw closing;
    }
  }

  private void converse(UnixSocket socket) {
    Conversation conversation =
        new Conversation(socket, desk, readiness, processes, settings.idle(), log);
    try {
      if (!isAdmitted(socket.peer().uid(), conversation)) {
        Conversation.refuse(socket, FULL);
        return;
      }
      conversation.run();
    } catch (InterruptedException closing) {
      socket.close();
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      socket.close();
      log.trouble("unexpected error in a conversation, please report it: " + e);
    } finally {
      doors.leave(conversation);
    }
  }

  /** Waits for a while where all places are taken by those who are just being served. */
  private boolean isAdmitted(int user, Conversation conversation) throws InterruptedException {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (doors.enter(user, conversation)) {
        return true;
      }
      Thread.sleep(ATTEMPT);
    }
    return false;
  }

  private void sweep() {
    try {
      while (!isClosed) {
        Thread.sleep(SWEEP);
        holders.sweep();
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void reconcile(KernelTruth truth) {
    boolean wasReadable = true;
    try {
      while (!isClosed) {
        try {
          reconcile(truth.read());
          wasReadable = true;
        } catch (IOException e) {
          if (wasReadable) {
            log.trouble("the kernel's objects cannot be counted: " + e.getMessage());
          }
          wasReadable = false;
        }
        Thread.sleep(settings.reconcile());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void reconcile(KernelReading reading) {
    Books.Outcome outcome = books.reconcile(reading.of(processes::exists));
    outcome.bypassing().forEach(log::bypassing);
    if (!outcome.dropped().isNone()) {
      log.dropped(outcome.dropped());
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
    doors.visitors().forEach(Doors.Visitor::giveWay);
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(FAREWELL.toSeconds(), TimeUnit.SECONDS)) {
        log.trouble("not all conversations have ended");
      }
      place.close();
      holders.close();
      readiness.close();
      leases.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      log.trouble("%s cannot be closed: %s".formatted(settings.leases(), e.getMessage()));
    }
  }
}
