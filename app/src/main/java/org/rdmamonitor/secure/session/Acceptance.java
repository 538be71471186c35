// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.session;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.rdmamonitor.nativelib.verbs.ConnectionRequest;
import org.rdmamonitor.nativelib.verbs.Verbs;
import org.rdmamonitor.nativelib.verbs.VerbsException;

/**
 * A server that accepts a client's connections while it waits for the client's answer, so that it
 * notices when the client gives up. Closing it ends both the waiting and the connections.
 */
final class Acceptance implements AutoCloseable {
  private final RequestRouter<ConnectionRequest>.WaitingClient client;
  private final ManagedConnections connections;
  private final FutureTask<Boolean> task;
  private final Thread thread;

  /** Begins; the client has yet to be told of its service. */
  Acceptance(
      Verbs verbs, Endpoint endpoint, RequestRouter<ConnectionRequest>.WaitingClient client) {
    this.client = client;
    this.connections = new ManagedConnections(verbs, endpoint);
    this.task =
        new FutureTask<>(() -> {
          accept(client);
          return true;
        });
    this.thread = Thread.ofVirtual().start(task);
  }

  private void accept(RequestRouter<ConnectionRequest>.WaitingClient waiting)
      throws SessionException, InterruptedException {
    try {
      connections.accept(waiting);
    } catch (SessionException | InterruptedException | RuntimeException e) {
      // Closed at once, so that the client is told.
      waiting.close();
      connections.close();
      throw e;
    }
  }

  /**
   * Waits until all lanes are connected.
   *
   * @throws SessionException if that fails
   * @throws VerbsException if this host has no connection manager, or it refuses
   */
  void await() throws SessionException, InterruptedException {
    try {
      task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case SessionException session -> throw session;
        case InterruptedException interrupted -> throw interrupted;
        case RuntimeException other -> throw other;
        case null, default -> throw new IllegalStateException(e.getCause());
      }
    }
  }

  /** Whether {@link #await} would fail at once. */
  boolean hasFailed() {
    return task.state() == Future.State.FAILED;
  }

  @Override
  public void close() {
    boolean interrupted = false;
    thread.interrupt();
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    client.close();
    connections.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
