// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Welcome;
import org.rdmamonitor.secure.wire.RefusalCode;

/**
 * Lets clients in, and hands each to a handler on a virtual thread of its own. Connections do not
 * wait for each other, since each has its own thread and deadline. If too many unfinished ones have
 * reached the same stage, the oldest one of the address that has most gives way. Safe for any
 * number of threads.
 */
public final class Listener implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long PAUSE_MILLIS = 100;

  private final TlsServer server;
  private final Limits limits;
  private final Handler handler;
  private final ConnectionLog log;
  private final HeldSocket.Door socket;
  private final ExecutorService threads;
  private final Semaphore clientSlots;
  private final Handshakes handshakes;
  private final Set<ControlChannel> clients = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();
  private volatile boolean isClosed;

  /**
   * What is allowed.
   *
   * @param clients served at a time, from 1
   * @param handshakes begun and not answered yet at a time, from 1; as many again may have been
   *     answered, and eight times as many connections may have sent nothing yet
   */
  public record Limits(int clients, int handshakes) {
    /** 10 clients, 64 handshakes. */
    public static final Limits DEFAULT = new Limits(10, 64);

    public Limits {
      if (clients < 1 || handshakes < 1) {
        throw new IllegalArgumentException(
            "limits must be above 0: " + clients + ", " + handshakes);
      }
    }
  }

  /**
   * Numbers of connections.
   *
   * @param accepted clients let in since the start
   * @param refused connections not let in since the start
   * @param clients being served
   * @param handshakes unfinished
   */
  public record Counts(long accepted, long refused, int clients, int handshakes) {}

  /** Serves one client; the channel is closed when it returns. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Runs on a thread of its own, which is interrupted when the listener is closed.
     *
     * @throws IOException if the client fails, which is logged
     * @throws InterruptedException if the listener is closed
     */
    void serve(ControlChannel channel) throws IOException, InterruptedException;
  }

  private Listener(
      TlsServer server, Limits limits, Handler handler, ConnectionLog log, HeldSocket.Door socket) {
    this.server = server;
    this.limits = limits;
    this.handler = handler;
    this.log = log;
    this.socket = socket;
    this.threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("client-", 1).factory());
    this.clientSlots = new Semaphore(limits.clients);
    this.handshakes = new Handshakes(limits.handshakes);
  }

  /**
   * Listens from now on.
   *
   * @param address with port 0 for any that is free
   * @throws SecureException if the address cannot be listened on
   */
  public static Listener start(
      TlsServer server,
      InetSocketAddress address,
      Limits limits,
      Handler handler,
      ConnectionLog log)
      throws SecureException {
    try {
      HeldSocket.Door socket = new HeldSocket.Door();
      try {
        socket.bind(address, BACKLOG);
      } catch (IOException | RuntimeException e) {
        socket.close();
        throw e;
      }
      Listener result = new Listener(server, limits, handler, log, socket);
      result.threads.execute(result::accept);
      return result;
    } catch (IOException e) {
      throw new SecureException(
          Reason.UNREACHABLE, address + ": cannot be listened on: " + e.getMessage(), e);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
  }

  public Counts counts() {
    return new Counts(accepted.get(), refused.get(), clients.size(), handshakes.size());
  }

  /** How many unfinished handshakes have reached this stage. */
  int handshakes(Handshakes.Stage stage) {
    return handshakes.size(stage);
  }

  private void accept() {
    while (!isClosed) {
      try {
        HeldSocket raw = socket.accept();
        Handshakes.Handshake handshake = handshakes.begin(raw);
        threads.execute(() -> admit(handshake));
      } catch (RejectedExecutionException e) {
        return;
      } catch (IOException e) {
        pauseAfter(e);
      }
    }
  }

  /** The process may have run out of files, which is temporary. */
  private void pauseAfter(IOException e) {
    if (isClosed) {
      return;
    }
    log.trouble("connections cannot be accepted: " + e.getMessage());
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void admit(Handshakes.Handshake handshake) {
    InetSocketAddress from = (InetSocketAddress) handshake.socket().getRemoteSocketAddress();
    if (from == null) {
      from = new InetSocketAddress(socket.getInetAddress(), 0); // it was gone already
    }
    ControlChannel channel;
    try (handshake) {
      channel = server.secure(handshake.socket(), handshake);
      if (!clientSlots.tryAcquire()) {
        refuseFull(channel);
        return;
      }
    } catch (SecureException e) {
      refused(from, handshake, e);
      return;
    }
    Optional<String> trouble = Optional.empty();
    try (channel) {
      clients.add(channel);
      accepted.incrementAndGet();
      log.accepted(channel.peer());
      trouble = serve(channel);
    } finally {
      clients.remove(channel);
      clientSlots.release();
      log.ended(channel.peer(), trouble);
    }
  }

  private void refuseFull(ControlChannel channel) {
    String sentence = "the server is full: it serves " + limits.clients + " clients at a time";
    refused.incrementAndGet();
    log.refused(
        channel.peer().address(), Reason.SERVER_FULL, channel.peer() + ": refused: " + sentence);
    channel.refuse(new Refusal(RefusalCode.SERVER_FULL, sentence));
  }

  private void refused(InetSocketAddress from, Handshakes.Handshake handshake, SecureException e) {
    Reason reason = e.reason();
    String sentence = e.sentence();
    if (isClosed) {
      reason = Reason.SHUTTING_DOWN;
      sentence = "the server is being closed";
    } else if (handshake.gaveWay().isPresent()) {
      reason = Reason.GAVE_WAY;
      sentence = handshake.gaveWay().get();
    }
    refused.incrementAndGet();
    log.refused(from, reason, Peer.name(from) + ": refused: " + sentence);
  }

  private Optional<String> serve(ControlChannel channel) {
    try {
      channel.send(Welcome.ofThisVersion());
      handler.serve(channel);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          channel.peer() + ": ended: " + AsciiText.of(String.valueOf(e.getMessage())));
    } catch (InterruptedException e) {
      return Optional.of(channel.peer() + ": ended: the server is being closed");
    } catch (RuntimeException e) {
      return Optional.of(channel.peer() + ": ended by an error of this program: " + e);
    }
  }

  /**
   * Stops accepting, tells the clients, interrupts their handlers and waits until these have
   * returned.
   */
  @Override
  public void close() {
    isClosed = true;
    try {
      socket.close();
    } catch (IOException e) {
      // Nobody can connect to it any more.
    }
    handshakes.close();
    try (ExecutorService farewells = Executors.newVirtualThreadPerTaskExecutor()) {
      Refusal farewell = new Refusal(RefusalCode.SHUTTING_DOWN, "the server is being closed");
      clients.forEach(channel -> farewells.execute(() -> channel.refuse(farewell)));
    }
    threads.shutdownNow();
    threads.close();
  }
}
