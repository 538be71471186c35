// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.rdmamonitor.secure.tls.Contexts.Groups;

/** The server's side of TLS. Safe for any number of threads. */
public final class TlsServer {
  /**
   * The part of the handshake's time within which the first bytes must come: a genuine client sends
   * them soon.
   */
  private static final int FIRST_BYTES_PART = 4;

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
   * Turns a connection that was just accepted into a secure one, and closes it if that fails.
   * Nothing is allocated for it before its first byte has come.
   *
   * @param progress is told how far it comes
   * @throws SecureException if the client is not let in; the sentence says why
   */
  ControlChannel secure(HeldSocket raw, HeldSocket.Progress progress) throws SecureException {
    try (Deadline deadline = Deadline.closing(raw::abort, settings.handshakeTimeout())) {
      try {
        InputStream first = firstByte(raw);
        progress.begun();
        raw.follow(progress);
        ControlChannel result = handshake(raw, first);
        raw.release();
        return result;
      } catch (SocketTimeoutException e) {
        progress.failed();
        raw.closeGently();
        throw timedOut("nothing came", firstBytes(), e);
      } catch (IOException e) {
        progress.failed();
        raw.closeGently();
        throw deadline.isExpired()
            ? timedOut("no TLS handshake", settings.handshakeTimeout(), e)
            : TlsFailure.of(e);
      }
    }
  }

  private Duration firstBytes() {
    return settings.handshakeTimeout().dividedBy(FIRST_BYTES_PART);
  }

  /** Waits for the first byte; empty if the other end closes without sending any. */
  private InputStream firstByte(HeldSocket raw) throws IOException {
    raw.setSoTimeout(Math.clamp(firstBytes().toMillis(), 1, Integer.MAX_VALUE));
    int first = raw.getInputStream().read();
    raw.setSoTimeout(0);
    return new ByteArrayInputStream(first < 0 ? new byte[0] : new byte[] {(byte) first});
  }

  private ControlChannel handshake(HeldSocket raw, InputStream first) throws IOException {
    raw.setTcpNoDelay(true);
    SSLSocket tls = (SSLSocket) contexts.fresh().getSocketFactory().createSocket(raw, first, true);
    SSLParameters parameters = contexts.parameters(Groups.ALL);
    switch (settings.clientCertificates()) {
      case REQUIRED -> parameters.setNeedClientAuth(true);
      case NOT_ASKED_FOR -> parameters.setNeedClientAuth(false);
    }
    tls.setSSLParameters(parameters);
    tls.startHandshake();
    return ControlChannel.over(raw, tls, settings.messageTimeout());
  }

  private static SecureException timedOut(String what, Duration time, IOException e) {
    return new SecureException(
        Reason.TIMED_OUT, "timed out: " + what + " within " + ControlChannel.seconds(time), e);
  }
}
