// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Decides which client certificates a server accepts: those signed by certain authorities, or
 * anybody's; those with certain names, or with any.
 */
final class ClientCertificates extends X509ExtendedTrustManager {
  // The types of GeneralName in RFC 5280.
  private static final int EMAIL = 1;
  private static final int DNS = 2;
  private static final int URI = 6;
  private static final int IP = 7;

  private final Optional<X509TrustManager> authorities;
  private final List<String> names;

  /**
   * A rule.
   *
   * @param authorities one of which must have signed the certificate; empty to accept any signer
   * @param names one of which the certificate must have; empty to accept any
   */
  ClientCertificates(Optional<X509TrustManager> authorities, List<String> names) {
    this.authorities = authorities;
    this.names = normal(names);
  }

  private void check(X509Certificate[] chain, String type) throws CertificateException {
    if (chain.length == 0) {
      throw new CertificateException("there is no certificate");
    }
    if (authorities.isPresent()) {
      authorities.get().checkClientTrusted(chain, type);
    }
    if (!names.isEmpty() && names(chain[0]).stream().noneMatch(names::contains)) {
      throw new CertificateException("none of its names is allowed");
    }
  }

  private static List<String> names(X509Certificate certificate)
      throws CertificateParsingException {
    List<String> names = new ArrayList<>();
    Collection<List<?>> all = certificate.getSubjectAlternativeNames();
    if (all != null) {
      for (List<?> name : all) {
        if (List.of(EMAIL, DNS, URI, IP).contains(name.get(0))) {
          names.add(String.valueOf(name.get(1)));
        }
      }
    }
    return normal(names);
  }

  /** Brings IPv6 addresses into one form, because the same address can be written in many. */
  private static List<String> normal(List<String> names) {
    return names.stream().map(ClientCertificates::normal).toList();
  }

  private static String normal(String name) {
    if (!name.contains(":") || !name.matches("[0-9A-Fa-f:.]+")) {
      return name;
    }
    try {
      return InetAddress.getByName(name).getHostAddress();
    } catch (UnknownHostException noAddress) {
      return name;
    }
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("a server asks no server");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checkServerTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return authorities
        .map(X509TrustManager::getAcceptedIssuers)
        .orElseGet(() -> new X509Certificate[0]);
  }
}
