// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.secure.wire.Message.Bye;
import org.rdmamonitor.secure.wire.Message.Request;

/** A server on a free port of this host, whose log can be waited for. */
final class Loopback implements AutoCloseable {
  private static final long PATIENCE_SECONDS = Hanging.SECONDS;

  final Listener listener;
  final Log log = new Log();

  public record Entry(String event, Optional<Reason> reason, String line) {}

  static final class Log implements ConnectionLog {
    private final BlockingQueue<Entry> entries = new LinkedBlockingQueue<>();

    @Override
    public void accepted(Peer peer) {
      entries.add(new Entry("accepted", Optional.empty(), peer.toString()));
    }

    @Override
    public void refused(InetSocketAddress from, Reason reason, String line) {
      entries.add(new Entry("refused", Optional.of(reason), line));
    }

    @Override
    public void ended(Peer peer, Optional<String> trouble) {
      entries.add(new Entry("ended", Optional.empty(), trouble.orElse("well")));
    }

    @Override
    public void trouble(String line) {
      entries.add(new Entry("trouble", Optional.empty(), line));
    }

    /** The next entry, which is waited for. */
    Entry next() {
      try {
        Entry result = entries.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(result).as("an entry of the log").isNotNull();
        return result;
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    void expectRefused(Reason reason, String part) {
      expectRefused(next(), reason, part);
    }

    /** The next two: told by threads of their own, so in any order. */
    void expectRefusedAndAccepted(Reason reason, String part) {
      Entry one = next();
      Entry other = next();
      boolean isInOrder = one.event().equals("refused");
      expectRefused(isInOrder ? one : other, reason, part);
      assertThat((isInOrder ? other : one).event()).isEqualTo("accepted");
    }

    private static void expectRefused(Entry entry, Reason reason, String part) {
      assertThat(entry.event()).as(entry.toString()).isEqualTo("refused");
      assertThat(entry.reason()).as(entry.toString()).contains(reason);
      assertThat(entry.line()).startsWith("127.0.0.1:").contains(": refused: ").contains(part);
      assertThat(entry.line()).matches("[\\x20-\\x7e]{1,600}");
    }

    void expectServed() {
      assertThat(next().event()).isEqualTo("accepted");
      expectEndedWell();
    }

    void expectEndedWell() {
      assertThat(next()).isEqualTo(new Entry("ended", Optional.empty(), "well"));
    }

    void expectNoMore() {
      assertThat(entries).isEmpty();
    }
  }

  Loopback(
      Credentials credentials,
      TlsSettings settings,
      Listener.Limits limits,
      Listener.Handler handler)
      throws IOException {
    this.listener =
        Listener.start(
            new TlsServer(credentials, settings),
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
            limits,
            handler,
            log);
  }

  /** Says goodbye to whoever asks for something. */
  static void answer(ControlChannel channel) throws IOException {
    channel.receive(Request.class);
    channel.send(new Bye());
    channel.receive(Bye.class);
  }

  int port() {
    return listener.address().getPort();
  }

  Socket plain() throws IOException {
    return new Socket(InetAddress.ofLiteral("127.0.0.1"), port());
  }

  /** A TLS client that does not keep to this program's rules. */
  SSLSocket tls(Credentials credentials, TlsSettings settings, String... protocols)
      throws IOException {
    return tls(new Contexts(credentials, settings), protocols);
  }

  /** The same for many clients. */
  SSLSocket tls(Contexts contexts, String... protocols) throws IOException {
    SSLSocket result =
        (SSLSocket)
            contexts
                .fresh()
                .getSocketFactory()
                .createSocket(InetAddress.ofLiteral("127.0.0.1"), port());
    result.setTcpNoDelay(true);
    SSLParameters parameters = contexts.parameters(Contexts.Groups.ALL);
    if (protocols.length > 0) {
      parameters.setProtocols(protocols);
    }
    result.setSSLParameters(parameters);
    return result;
  }

  /** Reads until the other end has no more to say, however it says so. */
  static void drain(InputStream in) {
    try {
      while (in.read(new byte[4096]) >= 0) {}
    } catch (IOException e) {
      // That is an end too.
    }
  }

  @Override
  public void close() {
    listener.close();
  }
}
