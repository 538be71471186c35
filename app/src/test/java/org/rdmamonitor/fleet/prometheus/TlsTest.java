// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.FakePrometheus;
import org.rdmamonitor.http.HttpConfig;

/** Servers that are asked over TLS. */
class TlsTest {
  private static final char[] PASSWORD = "password".toCharArray();

  @TempDir Path directory;

  private KeyStore store;

  @BeforeEach
  void makeKeys() throws IOException, InterruptedException, GeneralSecurityException {
    Path file = directory.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "k",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                file.toString(),
                "-storepass",
                new String(PASSWORD),
                "-validity",
                "2",
                "-startdate",
                "-1H")
            .redirectErrorStream(true)
            .start();
    assertThat(new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .doesNotContain("rror");
    assertThat(keytool.waitFor()).isZero();
    store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD);
    }
    pem("cert.pem", "CERTIFICATE", store.getCertificate("k").getEncoded());
    pem("key.pem", "PRIVATE KEY", store.getKey("k", PASSWORD).getEncoded());
  }

  @Test
  void aServerIsTrustedByItsAuthorityOnly() throws Exception {
    try (Served served = new Served(false)) {
      assertThat(ask(served, tls("cert.pem", null, false))).isEqualTo("1.0");
      assertThat(ask(served, tls(null, null, true))).isEqualTo("1.0");
      assertThatExceptionOfType(PrometheusException.class)
          .isThrownBy(() -> ask(served, tls(null, null, false)))
          // A host without authorities cannot even ask.
          .withMessageMatching(
              ".* (cannot be reached over TLS: |no list of certificate authorities).*");
    }
  }

  @Test
  void aClientShowsItsCertificate() throws Exception {
    try (Served served = new Served(true)) {
      assertThat(ask(served, tls("cert.pem", "key.pem", false))).isEqualTo("1.0");
      assertThatExceptionOfType(PrometheusException.class)
          .isThrownBy(() -> ask(served, tls("cert.pem", null, false)));
    }
  }

  @Test
  void aKeyInAnotherFormIsToldHowToBeMade() throws IOException {
    Files.writeString(
        directory.resolve("key.pem"),
        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");

    assertThatExceptionOfType(PrometheusException.class)
        .isThrownBy(() -> clientOf(tls("cert.pem", "key.pem", false)))
        .withMessageContaining("openssl pkcs8 -topk8 -nocrypt");
  }

  @Test
  void aFileWithoutCertificatesIsTold() throws IOException {
    Files.writeString(directory.resolve("cert.pem"), "");

    assertThatExceptionOfType(PrometheusException.class)
        .isThrownBy(() -> clientOf(tls("cert.pem", null, false)))
        .withMessageContaining("cert.pem: has no certificate");
  }

  private static PrometheusClient clientOf(HttpConfig.Tls tls) throws PrometheusException {
    return new PrometheusClient(
        URI.create("https://localhost"),
        new HttpConfig(new HttpConfig.None(), tls),
        Duration.ofSeconds(30));
  }

  private HttpConfig.Tls tls(String authority, String key, boolean insecure) {
    return new HttpConfig.Tls(
        Optional.ofNullable(authority).map(directory::resolve),
        Optional.ofNullable(key).map(name -> directory.resolve("cert.pem")),
        Optional.ofNullable(key).map(directory::resolve),
        insecure);
  }

  private static String ask(Served served, HttpConfig.Tls tls) throws PrometheusException {
    StringBuilder value = new StringBuilder();
    try (PrometheusClient client =
        new PrometheusClient(
            served.uri(), new HttpConfig(new HttpConfig.None(), tls), Duration.ofSeconds(30))) {
      client.query(
          "up",
          Optional.empty(),
          (labels, point) -> {
            value.append(point.value());
            return true;
          });
    }
    return value.toString();
  }

  private void pem(String name, String kind, byte[] bytes) throws IOException {
    Files.writeString(
        directory.resolve(name),
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(kind, Base64.getMimeEncoder().encodeToString(bytes), kind));
  }

  /** A server with the one certificate that there is. */
  private final class Served implements AutoCloseable {
    private final HttpsServer server;

    Served(boolean wantsClient) throws IOException, GeneralSecurityException {
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, PASSWORD);
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, PASSWORD);
      trusted.setCertificateEntry("ca", store.getCertificate("k"));
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
      server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
      server.setHttpsConfigurator(
          new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
              SSLParameters tls = context.getDefaultSSLParameters();
              tls.setNeedClientAuth(wantsClient);
              parameters.setSSLParameters(tls);
            }
          });
      server.createContext(
          "/",
          exchange ->
              FakePrometheus.send(
                  exchange,
                  200,
                  "{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{},\"value\":[1,\"1\"]}]}}"));
      server.start();
    }

    URI uri() {
      return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
