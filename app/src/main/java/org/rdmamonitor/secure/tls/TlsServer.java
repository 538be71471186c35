// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.io.InputStream;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** The server's side of TLS. Safe for any number of threads. */
public final class TlsServer {
  private static final @Nullable InputStream NOTHING_CONSUMED = null;

  private final Contexts contexts;
  private final TlsSettings settings;

  /**
   * A server with a certificate.
   *
   * @throws SecureException if the credentials cannot be used
   */
  public TlsServer(Credentials credentials, TlsSettings settings) throws SecureException {
    if (credentials.identity().isEmpty()) {
      throw new SecureException(Reason.FILE, "a server needs a certificate and its key");
    }
    this.contexts = new Contexts(credentials, settings);
    this.settings = settings;
  }

  /**
   * Makes a connection just accepted a secure one, and closes it if that fails.
   *
   * @throws SecureException if the client is not let in; the sentence says why
   */
  ControlChannel secure(HeldSocket raw) throws SecureException {
    try (Deadline deadline = Deadline.closing(raw::abort, settings.handshakeTimeout())) {
      try {
        ControlChannel result = handshake(raw);
        raw.release();
        return result;
      } catch (IOException e) {
        raw.closeGently();
        throw deadline.isExpired() ? timedOut(e) : Failure.of(e);
      }
    }
  }

  private ControlChannel handshake(HeldSocket raw) throws IOException {
    raw.setTcpNoDelay(true);
    SSLSocket tls =
        (SSLSocket) contexts.fresh().getSocketFactory().createSocket(raw, NOTHING_CONSUMED, true);
    SSLParameters parameters = contexts.parameters();
    switch (settings.clientCertificates()) {
      case REQUIRED -> parameters.setNeedClientAuth(true);
      case NOT_ASKED_FOR -> parameters.setNeedClientAuth(false);
    }
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return ControlChannel.over(raw, tls, settings.messageTimeout());
  }

  private SecureException timedOut(IOException e) {
    return new SecureException(
        Reason.TIMED_OUT,
        "timed out: no TLS handshake within " + ControlChannel.seconds(settings.handshakeTimeout()),
        e);
  }
}
