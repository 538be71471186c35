// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.Readiness;
import org.rdmamonitor.nativelib.posix.UnixSocket;
import org.rdmamonitor.quota.host.Processes;

/** Takes connections, and gives each a virtual thread. Safe for any number of threads. */
final class ConnectionAcceptor {
  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final Duration ATTEMPT = Duration.ofMillis(5);
  private static final int ATTEMPTS = 100;
  private static final String FULL = "there are too many connections";

  private final UnixSocket socket;
  private final CollectorSettings settings;
  private final RequestHandler handler;
  private final Readiness readiness;
  private final Processes processes;
  private final ExecutorService threads;
  private final CollectorLog log;
  private final ConnectionLimits limits;
  private final Readiness.Wait wait;
  private final AtomicInteger open = new AtomicInteger();

  ConnectionAcceptor(
      UnixSocket socket,
      CollectorSettings settings,
      RequestHandler handler,
      Readiness readiness,
      Processes processes,
      ExecutorService threads,
      CollectorLog log) {
    this.socket = socket;
    this.settings = settings;
    this.handler = handler;
    this.readiness = readiness;
    this.processes = processes;
    this.threads = threads;
    this.log = log;
    this.wait = readiness.on(socket);
    this.limits = new ConnectionLimits(settings.perUser(), settings.connections());
  }

  /** Waits until somebody connects, and lets in all who have. */
  void accept() throws InterruptedException {
    wait.toReceive();
    for (Optional<UnixSocket> next = next(); next.isPresent(); next = next()) {
      letIn(next.get());
    }
  }

  /** There may be too many open files, which is temporary. */
  private Optional<UnixSocket> next() throws InterruptedException {
    try {
      return socket.accept();
    } catch (NativeException e) {
      log.trouble("connections cannot be accepted: " + e.getMessage());
      Thread.sleep(PAUSE);
      return Optional.empty();
    }
  }

  private void letIn(UnixSocket client) {
    if (open.get() >= 2 * settings.connections()) {
      Conversation.refuse(client, FULL);
      return;
    }
    open.incrementAndGet();
    try {
      threads.execute(() -> {
        try {
          converse(client);
        } finally {
          open.decrementAndGet();
        }
      });
    } catch (RejectedExecutionException closing) {
      open.decrementAndGet();
      client.close();
      throw closing;
    }
  }

  private void converse(UnixSocket client) {
    Conversation conversation = new Conversation(client, handler, readiness, processes, log);
    try {
      if (!isAdmitted(client.peer().uid(), conversation)) {
        Conversation.refuse(client, FULL);
        return;
      }
      conversation.run();
    } catch (InterruptedException closing) {
      client.close();
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      client.close();
      log.trouble("unexpected error in a conversation, please report it: " + e);
    } finally {
      limits.leave(conversation);
    }
  }

  /** Waits for a while if all places are taken by clients that are being served. */
  private boolean isAdmitted(int user, Conversation conversation) throws InterruptedException {
    for (int i = 0; i < ATTEMPTS; i++) {
      if (limits.enter(user, conversation)) {
        return true;
      }
      Thread.sleep(ATTEMPT);
    }
    return false;
  }

  /** Ends the conversations that have been silent for too long. */
  void sweep() {
    limits.dismiss(System.nanoTime() - settings.idle().toNanos());
  }

  /** Ends all conversations soon. */
  void close() {
    wait.close();
    limits.visitors().forEach(ConnectionLimits.Visitor::giveWay);
  }
}
