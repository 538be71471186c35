// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.nativelib.posix.NativeException;
import org.rdmamonitor.nativelib.posix.Readiness;
import org.rdmamonitor.nativelib.posix.SharedPage;
import org.rdmamonitor.nativelib.posix.UnixSocket;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.host.Processes;
import org.rdmamonitor.quota.wire.Answers;
import org.rdmamonitor.quota.wire.LineBuffer;
import org.rdmamonitor.quota.wire.Request;

/** One connection, from its first line to its end; for one virtual thread. */
final class Conversation implements Runnable, ConnectionLimits.Visitor {
  /** How long to wait for the end of a line, which may never come. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /** For how long a client may leave an answer unread. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** After this many lines the thread lets others run. */
  private static final int TURN = 16;

  private final UnixSocket socket;
  private final RequestHandler handler;
  private final Readiness readiness;
  private final Processes processes;
  private final CollectorLog log;
  private final LineBuffer lines = new LineBuffer();
  private final byte[] received = new byte[512];
  private Optional<Amounts> unread = Optional.empty();
  private long answered;
  private volatile Optional<Long> silentSince = Optional.empty();

  Conversation(
      UnixSocket socket,
      RequestHandler handler,
      Readiness readiness,
      Processes processes,
      CollectorLog log) {
    this.socket = socket;
    this.handler = handler;
    this.readiness = readiness;
    this.processes = processes;
    this.log = log;
  }

  @Override
  public Optional<Long> silentSince() {
    return silentSince;
  }

  @Override
  public void giveWay() {
    socket.hangUp();
  }

  /** Tells why nothing is answered, if there is room for it, and ends. */
  static void refuse(UnixSocket socket, String sentence) {
    try (socket) {
      byte[] line = (Answers.error(sentence) + "\n").getBytes(StandardCharsets.UTF_8);
      socket.send(line, 0, line.length);
    } catch (NativeException gone) {
      // The client does not read the reason.
    }
  }

  @Override
  public void run() {
    Optional<Identity> from = Optional.empty();
    try (socket;
        Readiness.Wait wait = readiness.on(socket)) {
      from = Identity.of(socket, processes);
      converse(wait, from);
    } catch (NativeException | UnreadException unreachable) {
      // A client that closes without reading a grant makes no object.
      if (from.isPresent() && unread.isPresent()) {
        handler.revoke(from.get(), unread.get());
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      from.ifPresent(Identity::close);
    }
  }

  private void converse(Readiness.Wait wait, Optional<Identity> from) throws InterruptedException {
    while (true) {
      int count = socket.receive(received, 0, received.length);
      if (count == UnixSocket.LATER) {
        if (!isMoreToCome(wait, from)) {
          return;
        }
        continue;
      }
      unread = Optional.empty();
      if (count == 0) {
        if (lines.mayBeWhole()) {
          answerRest(wait, from);
        }
        return;
      }
      lines.add(received, count);
      if (!answerAll(wait, from)) {
        return;
      }
    }
  }

  /**
   * Waits for more; what may be a whole request without an end is answered if nothing follows.
   * False if the collector is closing.
   */
  private boolean isMoreToCome(Readiness.Wait wait, Optional<Identity> from)
      throws InterruptedException {
    if (lines.isWhole() || (lines.mayBeWhole() && !wait.toReceive(PAUSE))) {
      answerRest(wait, from);
      return true;
    }
    silentSince = Optional.of(System.nanoTime());
    boolean more = wait.toReceive();
    silentSince = Optional.empty();
    return more;
  }

  private void answerRest(Readiness.Wait wait, Optional<Identity> from)
      throws InterruptedException {
    Optional<String> rest = lines.takeRest();
    if (rest.isPresent()) {
      answer(rest.get(), wait, from);
    }
  }

  /** Answers everything that has come; false if the conversation must end. */
  private boolean answerAll(Readiness.Wait wait, Optional<Identity> from)
      throws InterruptedException {
    for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
      answer(line.get(), wait, from);
      if (++answered % TURN == 0) {
        giveOthersTheirTurn();
      }
    }
    if (lines.isTooLong()) {
      String why = "a line has at most %d bytes".formatted(LineBuffer.MAX_LINE);
      from.ifPresent(
          identity -> log.disconnected(identity.key().pid(), identity.uid(), "cut off: " + why));
      send(Answers.error(why), Optional.empty(), wait);
      return false;
    }
    return true;
  }

  /**
   * Virtual threads are not time-sliced: one that never waits would keep its carrier thread for
   * ever.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  private static void giveOthersTheirTurn() {
    Thread.yield();
  }

  private void answer(String line, Readiness.Wait wait, Optional<Identity> from)
      throws InterruptedException {
    RequestHandler.Reply reply = handler.answer(Request.parse(line), from);
    unread = reply.grant();
    send(reply.text(), reply.page(), wait);
  }

  /** A client that does not read counts as silent too, and gives way to others. */
  private boolean isReadMeanwhile(Readiness.Wait wait) throws InterruptedException {
    silentSince = Optional.of(System.nanoTime());
    boolean isRead = wait.toSend(PATIENCE);
    silentSince = Optional.empty();
    return isRead;
  }

  private void send(String text, Optional<SharedPage> page, Readiness.Wait wait)
      throws InterruptedException {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    int sent = 0;
    while (sent < bytes.length) {
      int count =
          page.isPresent() && sent == 0
              ? socket.send(bytes, 0, bytes.length, page.get())
              : socket.send(bytes, sent, bytes.length - sent);
      if (count != UnixSocket.LATER) {
        sent += count;
      } else if (!isReadMeanwhile(wait)) {
        throw new UnreadException();
      }
    }
  }
}
