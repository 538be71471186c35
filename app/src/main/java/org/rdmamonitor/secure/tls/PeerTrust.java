// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.net.Socket;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Decides as the JDK's own trust manager does, and says in words why a certificate is not accepted.
 * Adds two rules: the authority's certificate must be valid too, and a server's certificate must
 * name its hosts as subjectAltName.
 */
final class PeerTrust extends X509ExtendedTrustManager {
  private final X509ExtendedTrustManager judge;
  private final List<X509Certificate> authorities;
  private final InstantSource clock;

  /** A check of the JDK's. */
  private interface Check {
    void run() throws CertificateException;
  }

  PeerTrust(
      X509ExtendedTrustManager judge, List<X509Certificate> authorities, InstantSource clock) {
    this.judge = judge;
    this.authorities = authorities;
    this.clock = clock;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkDates(chain);
    check(chain, () -> judge.checkClientTrusted(chain, authType, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkDates(chain);
    try {
      judge.checkServerTrusted(chain, authType, socket);
    } catch (CertificateException e) {
      // Once more, since it is not told whether the host's name alone is wrong.
      check(chain, () -> judge.checkServerTrusted(chain, authType));
      checkNamesHosts(chain[0]);
      if (e.getCause() != null) {
        // Of this connection, its chain alone is not accepted, as with signatures that are not let
        // in. A wrong name has no cause.
        throw notAccepted(chain[0], e);
      }
      throw new PeerCertificateException(
          Reason.WRONG_HOST,
          "the certificate of "
              + name(chain[0])
              + " is not for this host: "
              + AsciiText.of(String.valueOf(e.getMessage())),
          e);
    }
    checkNamesHosts(chain[0]);
  }

  private static void checkNamesHosts(X509Certificate certificate) throws CertificateException {
    if (certificate.getSubjectAlternativeNames() == null) {
      throw new PeerCertificateException(
          Reason.WRONG_HOST,
          "the certificate of " + name(certificate) + " names no host (subjectAltName)",
          null);
    }
  }

  private void checkDates(X509Certificate[] chain) throws PeerCertificateException {
    for (X509Certificate certificate : chain) {
      checkDate(certificate);
    }
    for (X509Certificate authority : authorities) {
      if (authority
          .getSubjectX500Principal()
          .equals(chain[chain.length - 1].getIssuerX500Principal())) {
        checkDate(authority);
      }
    }
  }

  private void checkDate(X509Certificate certificate) throws PeerCertificateException {
    Optional<String> trouble = Validity.trouble(certificate, clock.instant());
    if (trouble.isPresent()) {
      throw new PeerCertificateException(Reason.EXPIRED, trouble.get(), null);
    }
  }

  private static void check(X509Certificate[] chain, Check check) throws PeerCertificateException {
    try {
      check.run();
    } catch (CertificateException e) {
      if (isOfUnknownIssuer(e)) {
        throw new PeerCertificateException(
            Reason.UNKNOWN_CA,
            "the certificate of "
                + name(chain[0])
                + " is of an unknown CA: its issuer is not in the CA file",
            e);
      }
      throw notAccepted(chain[0], e);
    }
  }

  private static PeerCertificateException notAccepted(
      X509Certificate certificate, CertificateException e) {
    return new PeerCertificateException(
        Reason.BAD_CERTIFICATE,
        "the certificate of "
            + name(certificate)
            + " is not accepted: "
            + AsciiText.of(String.valueOf(e.getMessage())),
        e);
  }

  /** This includes an issuer that has the name of an authority but another key. */
  private static boolean isOfUnknownIssuer(CertificateException e) {
    Throwable cause = e.getCause();
    return cause instanceof CertPathBuilderException
        || (cause instanceof CertPathValidatorException invalid
            && invalid.getReason() == CertPathValidatorException.BasicReason.INVALID_SIGNATURE);
  }

  private static String name(X509Certificate certificate) {
    return "'" + AsciiText.of(certificate.getSubjectX500Principal().getName()) + "'";
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    // No authority is named to clients. A client with a certificate of another authority would
    // otherwise not show it, and could not be told what is wrong with it.
    return new X509Certificate[0];
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw onlySockets();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    throw onlySockets();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw onlySockets();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw onlySockets();
  }

  private static CertificateException onlySockets() {
    return new CertificateException("only connections over sockets are made");
  }
}
