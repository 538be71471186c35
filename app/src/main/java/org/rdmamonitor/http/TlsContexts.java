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
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.pem.PemFile;

/** TLS as {@link HttpConfig.Tls} has it. */
final class TlsContexts {
  private static final char[] NO_PASSWORD = new char[0];

  private TlsContexts() {}

  /**
   * A context.
   *
   * @throws HttpSetupException if a file is not what it has to be
   */
  static SSLContext of(HttpConfig.Tls tls) throws HttpSetupException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(tls), trust(tls), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new HttpSetupException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyManager @Nullable [] keys(HttpConfig.Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.certificate().isEmpty() || tls.key().isEmpty()) {
      return null;
    }
    List<X509Certificate> chain = PemFile.read(tls.certificate().get()).certificates();
    String algorithm = chain.getFirst().getPublicKey().getAlgorithm();
    PrivateKey key = PemFile.read(tls.key().get()).privateKey(algorithm);
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    store.setKeyEntry("client", key, NO_PASSWORD, chain.toArray(Certificate[]::new));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, NO_PASSWORD);
    return factory.getKeyManagers();
  }

  private static TrustManager @Nullable [] trust(HttpConfig.Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.insecure()) {
      return new TrustManager[] {new TrustsAnyone()};
    }
    Optional<Path> file = tls.authorities();
    if (file.isEmpty()) {
      return null;
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    int number = 0;
    for (Certificate certificate : PemFile.read(file.get()).certificates()) {
      store.setCertificateEntry("ca" + number++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  /** As {@code insecure_skip_verify} wants it. */
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
