// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** TLS as {@link HttpConfig.Tls} has it. */
final class TlsContexts {
  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private static final List<String> KEY_KINDS = List.of("EC", "RSA", "EdDSA");

  private static final char[] NO_PASSWORD = new char[0];

  private TlsContexts() {}

  /**
   * A context.
   *
   * @throws PrometheusException if a file is not what it has to be
   */
  static SSLContext of(HttpConfig.Tls tls) throws PrometheusException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(tls), trust(tls), null);
      return context;
    } catch (PrometheusException e) {
      throw e;
    } catch (GeneralSecurityException | IOException e) {
      throw new PrometheusException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  private static KeyManager @Nullable [] keys(HttpConfig.Tls tls)
      throws GeneralSecurityException, IOException {
    if (tls.certificate().isEmpty() || tls.key().isEmpty()) {
      return null;
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, NO_PASSWORD);
    store.setKeyEntry(
        "client",
        privateKey(tls.key().get()),
        NO_PASSWORD,
        certificates(tls.certificate().get()).toArray(Certificate[]::new));
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
    for (Certificate certificate : certificates(file.get())) {
      store.setCertificateEntry("ca" + number++, certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static Collection<? extends Certificate> certificates(Path file)
      throws GeneralSecurityException, IOException {
    try (InputStream in = Files.newInputStream(file)) {
      Collection<? extends Certificate> found =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (found.isEmpty()) {
        throw new PrometheusException(file + " has no certificate");
      }
      return found;
    } catch (java.security.cert.CertificateException e) {
      throw new PrometheusException(file + " has no certificates in PEM", e);
    }
  }

  private static PrivateKey privateKey(Path file) throws GeneralSecurityException, IOException {
    Matcher found = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!found.find()) {
      throw new PrometheusException(
          file
              + " has no private key in PKCS #8 (BEGIN PRIVATE KEY); make one of it by"
              + " 'openssl pkcs8 -topk8 -nocrypt'");
    }
    byte[] bytes = Base64.getMimeDecoder().decode(found.group(1));
    for (String kind : KEY_KINDS) {
      try {
        return KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(bytes));
      } catch (InvalidKeySpecException e) {
        // Of another kind.
      }
    }
    throw new PrometheusException(file + " has no key of EC, RSA or EdDSA");
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
