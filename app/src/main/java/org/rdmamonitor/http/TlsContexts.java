// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.pem.PemFile;

/**
 * Sets up TLS from PEM files: whole contexts for clients, as {@link HttpConfig.Tls} describes them,
 * and parts for servers.
 */
public final class TlsContexts {
  private static final char[] NO_PASSWORD = new char[0];

  private TlsContexts() {}

  /**
   * A client's context.
   *
   * @throws HttpSetupException if a file is not what it should be
   */
  static SSLContext of(HttpConfig.Tls tls) throws HttpSetupException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(ownKeys(tls), trusted(tls), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new HttpSetupException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyManager @Nullable [] ownKeys(HttpConfig.Tls tls)
      throws GeneralSecurityException, IOException {
    return tls.certificate().isEmpty() || tls.key().isEmpty()
        ? null
        : keys(tls.certificate().get(), tls.key().get());
  }

  /**
   * A key manager, which presents a certificate.
   *
   * @param certificate a file that starts with the certificate, followed by those that lead to its
   *     authority
   * @param key a file with its private key
   * @throws IOException if a file is not what it should be
   */
  public static KeyManager[] keys(Path certificate, Path key)
      throws GeneralSecurityException, IOException {
    List<X509Certificate> chain = PemFile.read(certificate).certificates();
    PrivateKey privateKey = PemFile.read(key).privateKeyOf(chain.getFirst(), certificate);
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    store.setKeyEntry("own", privateKey, NO_PASSWORD, chain.toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static TrustManager[] trusted(HttpConfig.Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.insecure()) {
      return new TrustManager[] {new TrustsAnyone()};
    }
    Path authorities =
        tls.authorities().isPresent() ? tls.authorities().get() : HostAuthorities.file();
    return new TrustManager[] {trust(authorities)};
  }

  /**
   * A trust manager that accepts certificates signed by the authorities in a file.
   *
   * @throws IOException if the file is not what it should be
   */
  public static X509TrustManager trust(Path authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    int number = 0;
    for (Certificate certificate : PemFile.read(authorities).certificates()) {
      store.setCertificateEntry("ca" + number++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager found) {
        return found;
      }
    }
    throw new IllegalStateException("this Java runtime knows no X.509");
  }

  /** Accepts any server, for {@code insecure_skip_verify}. */
  @SuppressWarnings("CustomX509TrustManager")
  private static final class TrustsAnyone extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
