// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.crypto.spec.PBEParameterSpec;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * SSL contexts, a new one for each connection. Sessions and tickets belong to a context, so none
 * can be resumed, and each connection has its own keys. Safe for any number of threads.
 */
final class Contexts {
  /** The protocol inside TLS (ALPN, RFC 7301). */
  static final String APPLICATION_PROTOCOL = "rdma-secure/1";

  private static final String[] SUITES_1_3 = {
    "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256", "TLS_AES_128_GCM_SHA256"
  };
  private static final String[] SUITES_1_3_AND_1_2 = {
    "TLS_AES_256_GCM_SHA384",
    "TLS_CHACHA20_POLY1305_SHA256",
    "TLS_AES_128_GCM_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"
  };

  /** Which groups keys are agreed on in. */
  enum Groups {
    ALL,
    /**
     * What a client asks for first. Of what else it offered, the JDK would make a key for P-256 in
     * advance, and for the first one compute a table that takes longer than the handshake.
     */
    QUICKEST;

    private String[] names() {
      return switch (this) {
        case ALL -> new String[] {"x25519", "secp256r1", "secp384r1"};
        case QUICKEST -> new String[] {"x25519"};
      };
    }
  }

  private final KeyManager[] keys;
  private final TrustManager[] trust;
  private final TlsSettings settings;

  Contexts(Credentials credentials, TlsSettings settings) throws SecureException {
    this.settings = settings;
    try {
      this.keys = keys(credentials.identity());
      this.trust = trust(credentials.authorities());
    } catch (GeneralSecurityException | IOException e) {
      throw new SecureException(
          Reason.FILE,
          "the certificates cannot be used: " + AsciiText.of(String.valueOf(e.getMessage())),
          e);
    }
  }

  private static KeyManager[] keys(Optional<Credentials.Identity> identity)
      throws GeneralSecurityException, IOException {
    if (identity.isEmpty()) {
      return new KeyManager[0];
    }
    // The store is only in memory, but requires a password, and derives its key from it slowly, to
    // make guessing hard.
    SecureRandom random = new SecureRandom();
    char[] password = Base64.getEncoder().encodeToString(bytes(random, 18)).toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, password);
    store.setEntry(
        "identity",
        new KeyStore.PrivateKeyEntry(
            identity.get().key(), identity.get().chain().toArray(X509Certificate[]::new)),
        new KeyStore.PasswordProtection(
            password, "PBEWithHmacSHA256AndAES_256", new PBEParameterSpec(bytes(random, 16), 1)));
    KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
    factory.init(store, password);
    return factory.getKeyManagers();
  }

  private static byte[] bytes(SecureRandom random, int count) {
    byte[] result = new byte[count];
    random.nextBytes(result);
    return result;
  }

  private static TrustManager[] trust(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    for (int i = 0; i < authorities.size(); i++) {
      store.setCertificateEntry("ca-" + i, authorities.get(i));
    }
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    X509ExtendedTrustManager judge = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    return new TrustManager[] {new PeerTrust(judge, authorities, InstantSource.system())};
  }

  SSLContext fresh() {
    try {
      SSLContext result = SSLContext.getInstance("TLS");
      result.init(keys, trust, null);
      return result;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK has no TLS", e);
    }
  }

  SSLParameters parameters(Groups groups) {
    SSLParameters result =
        switch (settings.versions()) {
          case TLS_1_3 -> new SSLParameters(SUITES_1_3, new String[] {"TLSv1.3"});
          case TLS_1_3_AND_1_2 ->
              new SSLParameters(SUITES_1_3_AND_1_2, new String[] {"TLSv1.3", "TLSv1.2"});
        };
    result.setUseCipherSuitesOrder(true);
    result.setNamedGroups(groups.names());
    result.setApplicationProtocols(new String[] {APPLICATION_PROTOCOL});
    return result;
  }
}
