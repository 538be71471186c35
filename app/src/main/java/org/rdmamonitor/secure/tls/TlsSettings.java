// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.time.Duration;

/**
 * Settings of TLS. A timeout limits the whole of something, no matter in how small pieces it
 * arrives.
 *
 * @param versions which versions of TLS are offered
 * @param clientCertificates whether a server asks for them; clients ignore this
 * @param handshakeTimeout from the connection to the end of the handshake, above 0
 * @param messageTimeout for sending a message and, unless said otherwise, for receiving one, above
 *     0
 */
public record TlsSettings(
    Versions versions,
    ClientCertificates clientCertificates,
    Duration handshakeTimeout,
    Duration messageTimeout) {
  /** Versions of TLS. */
  public enum Versions {
    /** TLS 1.3 only. */
    TLS_1_3,
    /** TLS 1.3, and 1.2 with peers that have no other. */
    TLS_1_3_AND_1_2
  }

  /** Whether clients have to show who they are. */
  public enum ClientCertificates {
    REQUIRED,
    /** Anybody who can connect is served. */
    NOT_ASKED_FOR
  }

  /**
   * By which factor all timeouts are longer than usual: 1, or the system property
   * rdma-monitor.patience, for machines that are very slow, such as emulated ones.
   */
  public static final int PATIENCE = Integer.getInteger("rdma-monitor.patience", 1);

  /** TLS 1.3, certificates on both sides, 10 seconds for a handshake, 30 for a message. */
  public static final TlsSettings DEFAULT =
      new TlsSettings(
          Versions.TLS_1_3,
          ClientCertificates.REQUIRED,
          Duration.ofSeconds(10L * PATIENCE),
          Duration.ofSeconds(30L * PATIENCE));

  public TlsSettings {
    checkPositive(handshakeTimeout);
    checkPositive(messageTimeout);
  }

  private static void checkPositive(Duration timeout) {
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("a timeout must be above 0, unlike " + timeout);
    }
  }

  public TlsSettings with(Versions other) {
    return new TlsSettings(other, clientCertificates, handshakeTimeout, messageTimeout);
  }

  public TlsSettings with(ClientCertificates other) {
    return new TlsSettings(versions, other, handshakeTimeout, messageTimeout);
  }

  public TlsSettings withTimeouts(Duration handshake, Duration message) {
    return new TlsSettings(versions, clientCertificates, handshake, message);
  }
}
