// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.server.WebConfig.ClientAuth;

class WebConfigFileTest {
  private static final String HASH = "$2y$10$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZ/VcEd00UAV/LDeSi";

  @TempDir Path directory;

  @BeforeEach
  void makeFiles() throws IOException {
    for (String name : List.of("c.pem", "k.pem", "ca.pem")) {
      Files.writeString(directory.resolve(name), "");
    }
  }

  @Test
  void everythingThatThereIsIsRead() throws IOException {
    WebConfig config =
        read(
            """
            # as the toolkit's own example has it
            tls_server_config:
              cert_file: c.pem
              key_file: "k.pem"
              client_auth_type: RequireAndVerifyClientCert
              client_ca_file: ca.pem
              client_allowed_sans:
                - prometheus.example
                - '2001:db8::1'
              min_version: TLS12
              max_version: TLS12
              cipher_suites:
              - TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384
              - TLS_AES_128_GCM_SHA256
              - TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256
              prefer_server_cipher_suites: false
              curve_preferences: [X25519, CurveP256]
            http_server_config:
              http2: false
              headers:
                X-Frame-Options: deny
                Strict-Transport-Security: max-age=31536000; includeSubDomains
            basic_auth_users:
              alice: %s
              "bob # the second": '%s'
            rate_limit:
              interval: 1m0.5s
              burst: 20
            """
                .formatted(HASH, HASH));

    assertThat(config.tls())
        .contains(
            new WebConfig.Tls(
                directory.resolve("c.pem"),
                directory.resolve("k.pem"),
                ClientAuth.REQUIRE_AND_VERIFY_CLIENT_CERT,
                Optional.of(directory.resolve("ca.pem")),
                List.of("prometheus.example", "2001:db8::1"),
                List.of("TLSv1.2"),
                List.of(
                    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
                false,
                List.of("x25519", "secp256r1")));
    assertThat(config.headers())
        .isEqualTo(
            Map.of(
                "X-Frame-Options",
                "deny",
                "Strict-Transport-Security",
                "max-age=31536000; includeSubDomains"));
    assertThat(config.users()).isEqualTo(Map.of("alice", HASH, "bob # the second", HASH));
    assertThat(config.rate()).contains(new WebConfig.Rate(Duration.ofMillis(60_500), 20));
    assertThat(config.toString()).doesNotContain("$2y$");
  }

  @Test
  void theSampleIsUnderstood() throws IOException {
    for (String name : List.of("server.pem", "server.key")) {
      Files.writeString(directory.resolve(name), "");
    }

    WebConfig config = read(Files.readString(Path.of("../samples/prometheus/web-config.yml")));

    assertThat(config.tls().get().clients()).isEqualTo(ClientAuth.REQUIRE_AND_VERIFY_CLIENT_CERT);
  }

  @Test
  void whatIsNotSaidIsAsWithTheToolkit() throws IOException {
    assertThat(read("# nothing\n")).isEqualTo(WebConfig.OPEN);

    WebConfig.Tls tls = read("tls_server_config:\n cert_file: c.pem\n key_file: k.pem").tls().get();
    assertThat(tls.clients()).isEqualTo(ClientAuth.NO_CLIENT_CERT);
    assertThat(tls.versions()).containsExactly("TLSv1.2", "TLSv1.3");
    assertThat(tls.suites()).isEmpty();
    assertThat(tls.ownOrder()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "NoClientCert, NO_CLIENT_CERT",
    "RequestClientCert, REQUEST_CLIENT_CERT",
    "RequireClientCert, REQUIRE_ANY_CLIENT_CERT",
    "RequireAnyClientCert, REQUIRE_ANY_CLIENT_CERT",
    "VerifyClientCertIfGiven, VERIFY_CLIENT_CERT_IF_GIVEN",
    "RequireAndVerifyClientCert, REQUIRE_AND_VERIFY_CLIENT_CERT",
  })
  void eachTypeOfClientAuthenticationIsKnown(String word, ClientAuth expected) throws IOException {
    String authorities = expected.verifies() ? " client_ca_file: ca.pem\n" : "";
    WebConfig config =
        read(
            "tls_server_config:\n cert_file: c.pem\n key_file: k.pem\n client_auth_type: "
                + word
                + "\n"
                + authorities);

    assertThat(config.tls().get().clients()).isEqualTo(expected);
  }

  /** {@code T/} stands for a right beginning of tls_server_config, three lines. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "tls_config:                     |f:1: 'tls_config' is not understood here;"
            + " basic_auth_users, http_server_config, rate_limit, tls_server_config are",
        "T/ ca_file: ca.pem              |f:4: 'ca_file' is not understood in tls_server_config;",
        "T/ key: secret                  |f:4: 'key' is not taken from here; put it into a file,"
            + " which key_file names",
        "T/ min_version: TLS11           |f:4: 'TLS11' is broken, and not spoken here; TLS12 and"
            + " TLS13 are",
        "T/ min_version: 1.2             |f:4: '1.2' is no version; TLS12 and TLS13 are",
        "T/ min_version: TLS13/ max_version: TLS12|f:4: min_version is above max_version",
        "T/ client_auth_type: Require    |f:4: 'Require' is not a client_auth_type that there is"
            + " here; NoClientCert, ",
        "T/ client_auth_type: RequireAndVerifyClientCert|f:4: client_ca_file is missing, the"
            + " authorities whose certificates are taken",
        "T/ client_ca_file: ca.pem       |f:4: nobody is held to these authorities; that takes"
            + " 'client_auth_type: RequireAndVerifyClientCert'",
        "T/ client_auth_type: RequestClientCert/ client_allowed_sans: [a]|f:5: a client without a"
            + " certificate would pass",
        "T/ client_auth_type: RequireAnyClientCert/ client_allowed_sans: []|f:5: the list is empty,"
            + " so nobody could ask",
        "T/ client_auth_type: RequireAnyClientCert/ client_allowed_sans: a|f:5:"
            + " 'client_allowed_sans' needs a list: a line '- WORD' for each",
        "T/ cipher_suites:/ - TLS_RSA_WITH_RC4_128_SHA|f:5: 'TLS_RSA_WITH_RC4_128_SHA' is no cipher"
            + " suite of TLS 1.2 that there is here, such as",
        "T/ curve_preferences: [P256]    |f:4: 'P256' is not a group for key exchange that there is"
            + " here; CurveP256, CurveP384, CurveP521, X25519 are",
        "T/ prefer_server_cipher_suites: 1|f:4: '1' is neither true nor false",
        "tls_server_config:              |f:1: tls_server_config needs cert_file and key_file",
        "tls_server_config:/ cert_file: none|f:2: there is no file ",
        "http_server_config:/ http2: true|f:2: HTTP/2 is not spoken here; false, or no such line",
        "http_server_config:/ headers:/  Server: a|f:3: 'Server' is not understood in headers;",
        "http_server_config:/ headers:/  X-Frame-Options: maybe|f:3: 'maybe' is no value of"
            + " X-Frame-Options; deny or sameorigin is",
        "basic_auth_users:               |f:1: there is no user, such as 'prometheus: $2y$10$...'",
        "basic_auth_users:/ a: secret    |f:2: the password of 'a' is no bcrypt hash such as"
            + " $2y$10$ and 53 characters; 'htpasswd -nBC 10 USER' makes one",
        "basic_auth_users:/ a: $2y$15$QOauhQNbBCuQDKes6eFzPeMqBSjb7Mr5DUmpZsVcEd00UAVsLDeSi|f:2:"
            + " the password of 'a' has cost 15; at most 14 keeps guesses of strangers cheap for"
            + " this host",
        "basic_auth_users:/ a: [b]       |f:2: 'a' needs a value: a plain word, or one in quotes",
        "basic_auth_users: {a: b}        |f:1: the password of 'a' is no bcrypt hash",
        "basic_auth_users: a             |f:1: 'basic_auth_users' stands alone",
        "rate_limit:/ interval: 1s       |f:2: rate_limit needs a burst, from 1 to 1000000",
        "rate_limit:/ interval: 1s/ burst: 0|f:3: rate_limit needs a burst",
        "rate_limit:/ interval: 1 s/ burst: 1|f:2: '1 s' is no time such as 500ms, 1s or 1m30s",
        "#/  basic_auth_users:/- a       |f:3: is no YAML: ",
        "T/    client_auth_type: NoClientCert|f:4: is no YAML: mapping values are not allowed here",
        "T/- a                           |f:4: is no YAML: expected <block end>, but found '-'",
      })
  void whatIsWrongIsToldWithItsLine(String lines, String error) throws IOException {
    String text =
        lines
            .stripTrailing()
            .replaceFirst("^T/", "tls_server_config:/ cert_file: c.pem/ key_file: k.pem/")
            .replace("/", "\n");

    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> read(text))
        .satisfies(
            e -> assertThat(e.errors()).anySatisfy(one -> assertThat(one).startsWith(error)));
  }

  @Test
  void whatIsRefusedIsNotAmongWhatIsUnderstood() {
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> read("tls_server_config:\n  key: a\n  other: b\n"))
        .satisfies(e ->
            assertThat(e.errors())
                .contains(
                    "f:2: 'key' is not taken from here; put it into a file, which key_file names",
                    "f:3: 'other' is not understood in tls_server_config; cert_file,"
                        + " cipher_suites, client_allowed_sans, client_auth_type,"
                        + " client_ca_file, curve_preferences, key_file, max_version,"
                        + " min_version, prefer_server_cipher_suites are"));
  }

  @Test
  void allErrorsAreToldByLine() {
    assertThatExceptionOfType(HttpConfigException.class)
        .isThrownBy(() -> read("rate_limit:\n  burst: 0\n  interval: 1s\nother: 1\nx:\n"))
        .satisfies(e ->
            assertThat(e.errors().stream().map(error -> error.substring(0, 4)))
                .containsExactly("f:2:", "f:4:", "f:5:"));
  }

  private WebConfig read(String text) throws IOException {
    return WebConfigFile.read(Files.writeString(directory.resolve("f"), text), "f");
  }
}
