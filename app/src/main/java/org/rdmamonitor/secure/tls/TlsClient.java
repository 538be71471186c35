// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.rdmamonitor.secure.tls.Contexts.Groups;
import org.rdmamonitor.secure.tls.TlsSettings.Versions;
import org.rdmamonitor.secure.wire.Codec;
import org.rdmamonitor.secure.wire.Message.Refusal;
import org.rdmamonitor.secure.wire.Message.Welcome;
import org.rdmamonitor.secure.wire.RefusalCode;

/** The client's side of TLS. Safe for any number of threads. */
public final class TlsClient {
  private final Contexts contexts;
  private final TlsSettings settings;

  /**
   * A client, with or without a certificate.
   *
   * @throws SecureException if the credentials cannot be used
   */
  public TlsClient(Credentials credentials, TlsSettings settings) throws SecureException {
    this.contexts = new Contexts(credentials, settings);
    this.settings = settings;
  }

  /**
   * Connects, and waits until the server lets this client in.
   *
   * @param host the name or address that the server's certificate must have
   * @throws SecureException if it does not; the sentence says why
   */
  public ControlChannel connect(String host, int port) throws SecureException {
    ControlChannel result = secure(host, port);
    Welcome welcome = result.receive(Welcome.class);
    if (!welcome.speaks(Codec.VERSION)) {
      String sentence =
          "the server speaks versions %d to %d of the protocol, this client %d"
              .formatted(welcome.lowestVersion(), welcome.highestVersion(), Codec.VERSION);
      result.refuse(new Refusal(RefusalCode.VERSION, sentence));
      throw new SecureException(Reason.NOT_THIS_PROTOCOL, sentence);
    }
    return result;
  }

  /** Tries one address of the host after the other until somebody listens. */
  private ControlChannel secure(String host, int port) throws SecureException {
    SecureException unreachable =
        new SecureException(Reason.UNREACHABLE, AsciiText.of(host) + ": there is no such host");
    for (InetAddress address : addresses(host)) {
      try {
        return secure(host, new InetSocketAddress(address, port));
      } catch (SecureException e) {
        if (e.reason() != Reason.UNREACHABLE) {
          throw e;
        }
        unreachable = e;
      }
    }
    throw unreachable;
  }

  private static InetAddress[] addresses(String host) {
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      return new InetAddress[0];
    }
  }

  /** Makes one attempt, or two of different groups, within the time of one handshake. */
  private ControlChannel secure(String host, InetSocketAddress address) throws SecureException {
    long end = System.nanoTime() + settings.handshakeTimeout().toNanos();
    if (settings.versions() != Versions.TLS_1_3) {
      return attempt(
          host, address, Groups.ALL, end); // who has TLS 1.2 only may know one group only
    }
    try {
      return attempt(host, address, Groups.QUICKEST, end);
    } catch (SecureException e) {
      if (!TlsFailure.mayBeOfGroups(e)) {
        throw e;
      }
      return again(host, address, end, e);
    }
  }

  /** With all groups, in the time that is left. */
  private ControlChannel again(
      String host, InetSocketAddress address, long end, SecureException first)
      throws SecureException {
    try {
      return attempt(host, address, Groups.ALL, end);
    } catch (SecureException e) {
      // Whoever does not listen any more has said before what is wrong.
      throw e.reason() == Reason.UNREACHABLE ? first : e;
    }
  }

  private ControlChannel attempt(String host, InetSocketAddress address, Groups groups, long end)
      throws SecureException {
    HeldSocket raw = new HeldSocket();
    Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
    try (Deadline deadline = Deadline.closing(raw::abort, left)) {
      try {
        ControlChannel result = handshake(raw, address, host, groups);
        raw.release();
        return result;
      } catch (IOException e) {
        raw.closeGently();
        throw deadline.isExpired() ? timedOut(address, e) : failure(address, e);
      }
    }
  }

  private ControlChannel handshake(
      Socket raw, InetSocketAddress address, String host, Groups groups) throws IOException {
    raw.setTcpNoDelay(true);
    // Prepared before the server waits for it, since it takes long in a JVM that has just started.
    SSLSocketFactory sockets = contexts.fresh().getSocketFactory();
    raw.connect(address);
    SSLSocket tls =
        (SSLSocket) sockets.createSocket(raw, withoutBrackets(host), address.getPort(), true);
    SSLParameters parameters = contexts.parameters(groups);
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return ControlChannel.over(raw, tls, settings.messageTimeout());
  }

  private static String withoutBrackets(String host) {
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private SecureException timedOut(InetSocketAddress address, IOException e) {
    return new SecureException(
        Reason.TIMED_OUT,
        "timed out: no TLS handshake with "
            + Peer.name(address)
            + " within "
            + ControlChannel.seconds(settings.handshakeTimeout()),
        e);
  }

  private static SecureException failure(InetSocketAddress address, IOException e) {
    return switch (e) {
      case ConnectException refused ->
          new SecureException(
              Reason.UNREACHABLE,
              Peer.name(address) + ": nobody listens there; is 'rdma-secure server' running?",
              refused);
      case NoRouteToHostException unreachable ->
          new SecureException(
              Reason.UNREACHABLE, Peer.name(address) + ": cannot be reached", unreachable);
      default -> TlsFailure.of(e);
    };
  }
}
