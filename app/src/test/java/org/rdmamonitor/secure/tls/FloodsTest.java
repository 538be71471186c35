// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.Message.Bye;

/** Connections that come by the hundred and get nowhere, beside clients that mean it. */
class FloodsTest extends ListenerTrial {
  private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");
  private static final InetAddress ELSEWHERE = InetAddress.ofLiteral("127.0.0.2");
  private static final int FLOOD = 100;

  private final List<Socket> idle = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : idle) {
      socket.close();
    }
  }

  private static Loopback server(int handshakes) throws IOException {
    return new Loopback(
        keys.server(), TlsSettings.DEFAULT, new Listener.Limits(10, handshakes), Loopback::answer);
  }

  /** Connections that say this much, until all but some have been refused. */
  private void flood(Loopback server, byte... words) {
    long before = server.listener.counts().refused();
    try {
      for (int i = 0; i < FLOOD; i++) {
        Socket socket = server.plain();
        idle.add(socket);
        socket.getOutputStream().write(words);
      }
      for (int i = 0; i < 2000 && server.listener.counts().refused() < before + FLOOD / 2; i++) {
        Thread.sleep(10);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(server.listener.counts().refused()).isGreaterThanOrEqualTo(before + FLOOD / 2);
  }

  /** A socket behind whose first words something happens. */
  private static final class Interrupted extends Socket {
    private final Runnable then;
    private final AtomicBoolean hasHappened = new AtomicBoolean();

    Interrupted(Runnable then) {
      this.then = then;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return new FilterOutputStream(super.getOutputStream()) {
        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          out.write(bytes, offset, length);
          if (hasHappened.compareAndSet(false, true)) {
            then.run();
          }
        }
      };
    }
  }

  /** A client that is served, though this happens between its first words and the next. */
  private void serveThrough(Loopback server, InetAddress from, Runnable trouble)
      throws IOException {
    Interrupted raw = new Interrupted(trouble);
    raw.bind(new InetSocketAddress(from, 0));
    raw.connect(new InetSocketAddress(HERE, server.port()));
    serve(server, raw);
    assertThat(server.listener.counts().accepted()).isEqualTo(1);
  }

  private static void serve(Loopback server, Socket raw) throws IOException {
    Contexts contexts = new Contexts(keys.client(), TlsSettings.DEFAULT);
    try (raw;
        SSLSocket tls =
            (SSLSocket)
                contexts
                    .fresh()
                    .getSocketFactory()
                    .createSocket(raw, "localhost", server.port(), true)) {
      tls.setSSLParameters(contexts.parameters(Contexts.Groups.ALL));
      tls.startHandshake();
      Codec.read(tls.getInputStream());
      tls.getOutputStream().write(Codec.encode(REQUEST));
      assertThat(Codec.read(tls.getInputStream())).isEqualTo(new Bye());
      tls.getOutputStream().write(Codec.encode(new Bye()));
    }
  }

  @Test
  void whoHasBegunIsNotPushedOutByThoseWhoSayNothing() throws IOException {
    try (Loopback server = server(2)) {
      serveThrough(server, HERE, () -> flood(server));
    }
  }

  @Test
  void whoIsAnsweredIsNotPushedOutByThoseWhoOnlyBegin() throws IOException {
    try (Loopback server = server(2)) {
      serveThrough(
          server,
          HERE,
          () -> {
            awaitAnswer(server);
            flood(server, (byte) 0x16);
          });
    }
  }

  @Test
  void anAddressHasItsShareWhateverComesFromOthers() throws IOException {
    try (Loopback server = server(4);
        Socket patient = new Socket(HERE, server.port(), ELSEWHERE, 0)) {
      flood(server);
      flood(server, (byte) 0x16);
      serve(server, patient);
      assertThat(server.listener.counts().accepted()).isEqualTo(1);
    }
  }

  @Test
  void whoeverSaysNothingIsNotWaitedForAsLongAsAHandshake() throws IOException {
    TlsSettings settings =
        TlsSettings.DEFAULT.withTimeouts(Duration.ofSeconds(4), Duration.ofSeconds(30));
    try (Loopback server =
            new Loopback(keys.server(), settings, Listener.Limits.DEFAULT, Loopback::answer);
        Socket silent = server.plain()) {
      assertThat(silent.getInputStream().read()).isNegative();
      server.log.expectRefused(Reason.TIMED_OUT, "timed out: nothing came within 1.0 s");
    }
  }

  /** As an attacker did it: 1,500 connections a second, if this machine can, of one address. */
  @Test
  void aFloodOfIdleConnectionsKeepsNobodyFromBeingServed() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger made = new AtomicInteger();
    try (Loopback server = server(Listener.Limits.DEFAULT.handshakes())) {
      Thread attacker = Thread.ofPlatform().start(() -> attack(server, isOver, made));
      int served = 0;
      try {
        for (int i = 0; i < 25; i++) {
          serve(server, new Socket(HERE, server.port()));
          served++;
        }
      } finally {
        isOver.set(true);
        attacker.join();
        assertThat(served).as("of %d beside %d idle ones", 25, made.get()).isEqualTo(25);
      }
      assertThat(server.listener.counts().accepted()).isEqualTo(25);
    }
  }

  private static void attack(Loopback server, AtomicBoolean isOver, AtomicInteger made) {
    Deque<Socket> open = new ArrayDeque<>();
    try {
      while (!isOver.get() && made.get() < 20_000) {
        open.add(server.plain());
        made.incrementAndGet();
        if (open.size() > 300) {
          open.remove().close();
        }
        Thread.sleep(Duration.ofNanos(600_000));
      }
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Until the server has written its part of the only handshake there is. */
  private static void awaitAnswer(Loopback server) {
    try {
      for (int i = 0; i < 2000 && server.listener.handshakes(Handshakes.Stage.ANSWERED) == 0; i++) {
        Thread.sleep(10);
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    assertThat(server.listener.handshakes(Handshakes.Stage.ANSWERED)).isEqualTo(1);
  }
}
