// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.http.server.RequestReader.BadRequestException;

/**
 * One connection of a client, with requests and answers in turn. Any thread may close it, which
 * ends whatever its own thread waits for.
 */
final class Connection implements Runnable {
  private static final int BUFFER = 8192;

  /** How long a client has to read that its request was refused before the connection is cut. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private static final int MOST_DRAINED = 1 << 16;

  private final Socket socket;
  private final Origin origin;
  private final Gate gate;
  private final Limits limits;
  private final ScheduledExecutorService deadlines;
  private final Consumer<Connection> ended;
  private volatile Step step = Step.NEW;
  private volatile long since = System.nanoTime();
  private @Nullable Future<?> deadline;
  private boolean closed;

  /** What the connection is doing. */
  enum Step {
    /** No request has come over it yet. */
    NEW,
    /** It has had a request and waits for the next one. */
    IDLE,
    ANSWERING
  }

  /**
   * A connection, which is closed when {@link #run} ends.
   *
   * @param ended is told once, when it is closed
   */
  Connection(
      Socket socket,
      Gate gate,
      Limits limits,
      ScheduledExecutorService deadlines,
      Consumer<Connection> ended) {
    this.socket = socket;
    this.origin = Origin.of(socket.getInetAddress());
    this.gate = gate;
    this.limits = limits;
    this.deadlines = deadlines;
    this.ended = ended;
  }

  /** Where its client is. */
  Origin origin() {
    return origin;
  }

  Step step() {
    return step;
  }

  /** When the current step began, on the monotonic clock. */
  long since() {
    return since;
  }

  @Override
  public void run() {
    try {
      go(Step.NEW, limits.request());
      talk(gate.over(socket));
    } catch (IOException gone) {
      // The client has closed the connection, or the deadline has passed and closed it.
    } finally {
      close();
    }
  }

  private void talk(Socket secured) throws IOException {
    InputStream in = new BufferedInputStream(secured.getInputStream(), BUFFER);
    OutputStream out = new BufferedOutputStream(secured.getOutputStream(), BUFFER);
    RequestReader reader = new RequestReader(in);
    while (reader.await()) {
      if (step != Step.NEW) {
        go(Step.IDLE, limits.request());
      }
      if (!exchange(reader, out)) {
        secured.shutdownOutput();
        go(Step.ANSWERING, FAREWELL);
        drain(in);
        return;
      }
      go(Step.IDLE, limits.idle());
    }
  }

  /** Reads a request and answers it; returns whether there may be another. */
  private boolean exchange(RequestReader reader, OutputStream out) throws IOException {
    try {
      Request request = reader.read();
      go(Step.ANSWERING, limits.answer());
      Response response = gate.answer(request, origin);
      boolean goesOn = request.keepsAlive();
      ResponseWriter.write(response, request.method().equals("HEAD"), request.isOld(), goesOn, out);
      return goesOn;
    } catch (BadRequestException e) {
      go(Step.ANSWERING, limits.answer());
      String why = String.valueOf(e.getMessage());
      ResponseWriter.write(Response.text(e.status(), why), false, true, false, out);
      return false;
    }
  }

  /**
   * Reads what the client still sends. If unread data were left when the connection is closed, the
   * client's TCP would be reset and would throw the answer away.
   */
  private static void drain(InputStream in) throws IOException {
    for (int drained = 0; drained < MOST_DRAINED; drained++) {
      if (in.read() < 0) {
        return;
      }
    }
  }

  private synchronized void go(Step to, Duration within) throws IOException {
    if (closed) {
      throw new IOException("the connection was closed");
    }
    step = to;
    since = System.nanoTime();
    if (deadline != null) {
      deadline.cancel(false);
    }
    try {
      deadline = deadlines.schedule(this::close, within.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException e) {
      throw new IOException("the server has ended", e);
    }
  }

  /** Closes the connection whatever it is doing; idempotent. */
  void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      if (deadline != null) {
        deadline.cancel(false);
      }
    }
    ended.accept(this);
    try {
      // Closes the plain socket: closing the TLS socket would first tell the client, and might have
      // to wait for it.
      socket.close();
    } catch (IOException e) {
      // Then it is closed already.
    }
  }
}
