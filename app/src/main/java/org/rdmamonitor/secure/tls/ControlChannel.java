// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.Principal;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLKeyException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.Message;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.MessageType;
import org.rdmamonitor.secure.wire.RefusalCode;
import org.rdmamonitor.secure.wire.WireException;

/**
 * Messages to and from one peer over TLS. Every call has a deadline; missing it closes the channel,
 * since nobody knows then how much of a message has passed. Safe for threads: one at a time may
 * send, and one at a time may receive.
 */
public final class ControlChannel implements AutoCloseable {
  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final Socket raw;
  private final SSLSocket tls;
  private final Peer peer;
  private final Duration timeout;
  private final InputStream in;
  private final OutputStream out;
  private final ReentrantLock sending = new ReentrantLock();
  private final ReentrantLock receiving = new ReentrantLock();

  /** An exchange that has a deadline. */
  private interface TimedExchange<T> {
    T run() throws IOException;
  }

  private ControlChannel(Socket raw, SSLSocket tls, Duration timeout) throws IOException {
    this.raw = raw;
    this.tls = tls;
    this.timeout = timeout;
    this.peer = new Peer((InetSocketAddress) raw.getRemoteSocketAddress(), subject(tls));
    this.in = new BufferedInputStream(tls.getInputStream());
    this.out = tls.getOutputStream();
  }

  /** After the handshake. */
  static ControlChannel over(Socket raw, SSLSocket tls, Duration timeout) throws SecureException {
    if (!Contexts.APPLICATION_PROTOCOL.equals(tls.getApplicationProtocol())) {
      throw TlsFailure.notThisProtocol(null);
    }
    // From here on TLS 1.2 cannot be made to renegotiate.
    tls.setEnableSessionCreation(false);
    try {
      return new ControlChannel(raw, tls, timeout);
    } catch (IOException e) {
      throw TlsFailure.of(e);
    }
  }

  private static Optional<String> subject(SSLSocket tls) {
    try {
      Principal principal = tls.getSession().getPeerPrincipal();
      return Optional.of(AsciiText.of(principal.getName()));
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  /** The identity of the other end. */
  public Peer peer() {
    return peer;
  }

  /** This end's address, which tells which interface leads to the other end. */
  public InetSocketAddress localAddress() {
    return (InetSocketAddress) raw.getLocalSocketAddress();
  }

  /** As {@code TLSv1.3 TLS_AES_256_GCM_SHA384}. */
  public String cipher() {
    return tls.getSession().getProtocol() + " " + tls.getSession().getCipherSuite();
  }

  /**
   * Sends a message within the settings' timeout.
   *
   * @throws SecureException if that fails; the channel is closed then
   */
  public void send(Message message) throws SecureException {
    byte[] bytes = Codec.encode(message);
    within(
        sending,
        timeout,
        "take " + MessageType.of(message),
        () -> {
          out.write(bytes);
          out.flush();
          return true;
        });
  }

  /**
   * Receives a message of one kind, within the settings' timeout.
   *
   * @throws SecureException if another comes, or none; the peer is told and the channel is closed
   *     then. A {@link Refusal} is in the exception.
   */
  public <M extends Message> M receive(Class<M> kind) throws SecureException {
    return receive(kind, timeout);
  }

  /**
   * Receives a message of one kind.
   *
   * @throws SecureException if another comes, or none; the peer is told and the channel is closed
   *     then. A {@link Refusal} is in the exception.
   */
  public <M extends Message> M receive(Class<M> kind, Duration within) throws SecureException {
    Message message = receive("send " + kind.getSimpleName().toUpperCase(Locale.ROOT), within);
    if (kind.isInstance(message)) {
      return kind.cast(message);
    }
    if (message instanceof Refusal refusal) {
      close();
      throw SecureException.of(refusal);
    }
    String sentence =
        "sent "
            + MessageType.of(message)
            + " where "
            + kind.getSimpleName().toUpperCase(Locale.ROOT)
            + " was due";
    refuse(Refusal.of(RefusalCode.OUT_OF_TURN, "you " + sentence));
    throw new SecureException(Reason.BAD_MESSAGE, "the other end " + sentence);
  }

  /**
   * Receives whatever message comes next.
   *
   * @throws SecureException if that fails; the channel is closed then
   */
  public Message receive(Duration within) throws SecureException {
    return receive("send anything", within);
  }

  private Message receive(String what, Duration within) throws SecureException {
    return within(receiving, within, what, () -> Codec.read(in));
  }

  private <T> T within(ReentrantLock turn, Duration limit, String what, TimedExchange<T> step)
      throws SecureException {
    turn.lock();
    try (Deadline deadline = Deadline.closing(raw, limit)) {
      return run(deadline, limit, what, step);
    } finally {
      turn.unlock();
    }
  }

  private <T> T run(Deadline deadline, Duration limit, String what, TimedExchange<T> step)
      throws SecureException {
    try {
      return step.run();
    } catch (EOFException e) {
      close();
      throw new SecureException(Reason.CLOSED, "the other end closed the connection", e);
    } catch (WireException e) {
      refuse(Refusal.of(RefusalCode.BAD_FIELD, String.valueOf(e.getMessage())));
      throw TlsFailure.of(e);
    } catch (IOException e) {
      close();
      if (deadline.isExpired()) {
        throw new SecureException(
            Reason.TIMED_OUT,
            "timed out: the other end did not " + what + " within " + seconds(limit),
            e);
      }
      throw TlsFailure.of(e);
    }
  }

  static String seconds(Duration time) {
    return time.toMillis() / 1000.0 + " s";
  }

  /**
   * Derives key material that only the two ends of this connection know (RFC 5705; RFC 8446,
   * section 7.5).
   *
   * @param label what it is for
   * @param context what else it depends on; up to 255 bytes
   * @param length bytes, from 1 to 255
   * @throws SecureException if the session cannot export any
   */
  public byte[] exportKey(String label, byte[] context, int length) throws SecureException {
    try {
      return ((ExtendedSSLSession) tls.getSession())
          .exportKeyingMaterialData(label, context, length);
    } catch (SSLKeyException e) {
      throw new SecureException(
          Reason.BROKEN_TLS,
          "no keys can be derived from this TLS session: "
              + AsciiText.of(String.valueOf(e.getMessage())),
          e);
    }
  }

  /**
   * Tells the other end that this one will not go on, and closes the channel. Waits up to a second
   * for the other end to have read it. Never fails.
   */
  public void refuse(Refusal refusal) {
    try (Deadline _ = Deadline.closing(raw, CLOSING)) {
      out.write(Codec.encode(refusal));
      out.flush();
      tls.shutdownOutput();
      // If a socket is closed with unread bytes, TCP throws away what was sent.
      while (in.read(new byte[512]) >= 0) {}
    } catch (IOException e) {
      // The other end does not read it.
    } finally {
      close();
    }
  }

  /** Closes the channel as TLS requires, within a second. */
  @Override
  public void close() {
    try (Deadline _ = Deadline.closing(raw, CLOSING);
        raw) {
      tls.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }
}
