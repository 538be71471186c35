// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.http.HttpSetupException;
import org.rdmamonitor.http.TlsContexts;
import org.rdmamonitor.pem.PemFile;
import org.rdmamonitor.secure.keys.KeyPlan;
import org.rdmamonitor.secure.keys.Keygen;

/** TLS, certificates of clients, passwords and limits, as a file has them, with real clients. */
@Timeout(120)
class WebTlsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Limits PATIENT = new Limits(64, LONG, LONG, LONG);

  /** "a", of cost 4. */
  private static final String HASH = "$2b$04$abcdefghijklmnopqrstuuMFdJu9yVgmagVAIC24fOZkaFqd3s9JC";

  private static final String TLS =
      "tls_server_config:\n  cert_file: server.pem\n  key_file: server.key\n";

  /** Two authorities, each with a server and a client of its own. */
  @TempDir static Path keys;

  @TempDir Path directory;

  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void makeKeys() throws IOException {
    for (String maker : List.of("ours", "others")) {
      new Keygen().make(keys.resolve(maker), KeyPlan.forThisHost(List.of()), Keygen.Existing.KEPT);
    }
  }

  @BeforeEach
  void placeKeys() throws IOException {
    place("ours");
  }

  @AfterEach
  void end() throws Exception {
    for (AutoCloseable one : open.reversed()) {
      one.close();
    }
  }

  /** The files of a maker, renamed into their places as who renews them does. */
  private void place(String maker) throws IOException {
    for (String name : List.of("ca.pem", "server.pem", "server.key")) {
      Path fresh = directory.resolve("fresh");
      Files.copy(keys.resolve(maker).resolve(name), fresh);
      Files.move(fresh, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private Path configure(String text) throws IOException {
    Path fresh = Files.writeString(directory.resolve("fresh"), text);
    return Files.move(fresh, directory.resolve("web.yml"), StandardCopyOption.REPLACE_EXISTING);
  }

  private WebServer serve(String text, Limits limits) throws IOException {
    LiveWebConfig config = LiveWebConfig.read(configure(text), "web.yml", told::add);
    WebServer server =
        WebServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            config,
            limits,
            request -> Response.text(200, "page " + request.path()));
    open.add(server);
    return server;
  }

  /** A client that knows the server of a maker. */
  private HttpClient client(String maker, KeyManager @Nullable [] own, String... versions)
      throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    TrustManager trust = TlsContexts.trust(keys.resolve(maker).resolve("ca.pem"));
    context.init(own, new TrustManager[] {trust}, null);
    HttpClient.Builder builder =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(context);
    if (versions.length > 0) {
      SSLParameters parameters = new SSLParameters();
      parameters.setProtocols(versions);
      builder.sslParameters(parameters);
    }
    HttpClient client = builder.build();
    open.add(client);
    return client;
  }

  private static KeyManager[] own(String maker, String name) throws Exception {
    Path of = keys.resolve(maker);
    return TlsContexts.keys(of.resolve(name + ".pem"), of.resolve(name + ".key"));
  }

  private static HttpResponse<String> ask(HttpClient client, WebServer server, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
            URI.create("https://127.0.0.1:" + server.address().getPort() + "/metrics"));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String basic(String pair) {
    return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(UTF_8));
  }

  @Test
  void pagesAreServedByTls() throws Exception {
    HttpResponse<String> response = ask(client("ours", null), serve(TLS, PATIENT));

    assertThat(response.body()).isEqualTo("page /metrics\n");
    assertThat(response.sslSession().map(SSLSession::getProtocol)).contains("TLSv1.3");
  }

  @Test
  void whoDoesNotSpeakTlsIsNotServed() throws Exception {
    WebServer server = serve(TLS, PATIENT);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(ISO_8859_1));

      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1))
          .doesNotContain("page");
    }
    assertThat(ask(client("ours", null), server).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "TLS12, TLS13, TLSv1.2, true",
    "TLS12, TLS12, TLSv1.2, true",
    "TLS12, TLS12, TLSv1.3, false",
    "TLS13, TLS13, TLSv1.2, false",
    "TLS13, TLS13, TLSv1.3, true",
  })
  void versionsAreThoseOfTheFile(String least, String most, String spoken, boolean served)
      throws Exception {
    WebServer server =
        serve(TLS + "  min_version: " + least + "\n  max_version: " + most + "\n", PATIENT);
    HttpClient client = client("ours", null, spoken);

    if (served) {
      assertThat(ask(client, server).sslSession().map(SSLSession::getProtocol)).contains(spoken);
    } else {
      assertThatThrownBy(() -> ask(client, server)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void suitesAndGroupsAreThoseOfTheFile() throws Exception {
    WebServer server =
        serve(
            TLS
                + "  cipher_suites: [TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384]\n"
                + "  curve_preferences: [CurveP384, CurveP256]\n",
            PATIENT);

    assertThat(
            ask(client("ours", null, "TLSv1.2"), server)
                .sslSession()
                .map(SSLSession::getCipherSuite))
        .contains("TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
    assertThat(ask(client("ours", null), server).statusCode()).isEqualTo(200);
  }

  /** Of our authority, of another, and without one. */
  @ParameterizedTest
  @CsvSource({
    "NoClientCert, false, true, true, true",
    "RequestClientCert, false, true, true, true",
    "RequireAnyClientCert, false, true, true, false",
    "VerifyClientCertIfGiven, true, true, false, true",
    "RequireAndVerifyClientCert, true, true, false, false",
  })
  void clientsShowTheCertificatesThatTheFileAsksFor(
      String type, boolean authorities, boolean ours, boolean others, boolean none)
      throws Exception {
    String text = TLS + "  client_auth_type: " + type + "\n";
    WebServer server = serve(authorities ? text + "  client_ca_file: ca.pem\n" : text, PATIENT);

    assertThat(isServed(server, own("ours", "client"))).isEqualTo(ours);
    assertThat(isServed(server, new KeyManager[] {new ShowsAlways("others")})).isEqualTo(others);
    assertThat(isServed(server, null)).isEqualTo(none);
  }

  private boolean isServed(WebServer server, KeyManager @Nullable [] own) throws Exception {
    try {
      return ask(client("ours", own), server).statusCode() == 200;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Java's own shows no certificate that the server has said it would not take. */
  private static final class ShowsAlways extends X509ExtendedKeyManager {
    private final X509Certificate[] chain;
    private final PrivateKey key;

    ShowsAlways(String maker) throws IOException {
      Path certificate = keys.resolve(maker).resolve("client.pem");
      chain = PemFile.read(certificate).certificates().toArray(X509Certificate[]::new);
      key =
          PemFile.read(keys.resolve(maker).resolve("client.key"))
              .privateKeyOf(chain[0], certificate);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket s) {
      return "own";
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
      return "own";
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
      return new String[] {"own"};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return chain;
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return key;
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket s) {
      return null;
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal[] issuers) {
      return null;
    }
  }

  @Test
  void aClientNeedsOneOfTheNames() throws Exception {
    WebServer server =
        serve(
            TLS
                + "  client_auth_type: RequireAnyClientCert\n"
                + "  client_allowed_sans: [prometheus, 127.0.0.1]\n",
            PATIENT);

    // The server's has 127.0.0.1 among its names, the client's has none.
    assertThat(isServed(server, own("ours", "server"))).isTrue();
    assertThat(isServed(server, own("ours", "client"))).isFalse();
  }

  @Test
  void namesAreComparedAsAWholeAndAddressesByValue() throws Exception {
    X509Certificate server =
        PemFile.read(keys.resolve("ours/server.pem")).certificates().getFirst();

    for (String right : List.of("localhost", "127.0.0.1", "::1", "0:0:0:0:0:0:0:1")) {
      new ClientCertificates(Optional.empty(), List.of("other", right))
          .checkClientTrusted(new X509Certificate[] {server}, "UNKNOWN");
    }
    for (String wrong : List.of("local", "LOCALHOST", "127.0.0.10", "::2")) {
      assertThatExceptionOfType(CertificateException.class)
          .isThrownBy(() ->
              new ClientCertificates(Optional.empty(), List.of(wrong))
                  .checkClientTrusted(new X509Certificate[] {server}, "UNKNOWN"));
    }
  }

  @Test
  void certificatesAreReadAnewWhenTheyHaveChanged() throws Exception {
    WebServer server = serve(TLS, PATIENT);
    HttpClient before = client("ours", null);
    HttpClient after = client("others", null);
    assertThat(ask(before, server).statusCode()).isEqualTo(200);
    assertThatThrownBy(() -> ask(after, server)).isInstanceOf(IOException.class);

    place("others");

    assertThat(ask(after, server).statusCode()).isEqualTo(200);
    // The one that has a connection keeps it.
    assertThat(ask(before, server).statusCode()).isEqualTo(200);
    assertThatThrownBy(() -> ask(client("ours", null), server)).isInstanceOf(IOException.class);
  }

  @Test
  void aKeyThatIsNotTheCertificatesIsToldAndChangesNothing() throws Exception {
    WebServer server = serve(TLS, PATIENT);
    Files.copy(
        keys.resolve("others/server.key"),
        directory.resolve("server.key"),
        StandardCopyOption.REPLACE_EXISTING);

    for (int i = 0; i < 3; i++) {
      assertThat(ask(client("ours", null), server).statusCode()).isEqualTo(200);
    }
    assertThat(told).hasSize(2);
    assertThat(told.getFirst()).startsWith("web.yml: ").contains("is not the key of");
    assertThat(told.getLast())
        .isEqualTo("web.yml: has changed, and what it was before goes on to hold");
  }

  @Test
  void atTheStartItIsAnError() throws IOException {
    Files.copy(
        keys.resolve("others/server.key"),
        directory.resolve("server.key"),
        StandardCopyOption.REPLACE_EXISTING);

    assertThatExceptionOfType(HttpSetupException.class)
        .isThrownBy(() -> serve(TLS, PATIENT))
        .withMessageContaining("is not the key of");
  }

  @Test
  void usersHavePasswords() throws Exception {
    WebServer server = serve(TLS + "basic_auth_users:\n  u: " + HASH + "\n", PATIENT);
    HttpClient client = client("ours", null);

    HttpResponse<String> unknown = ask(client, server);
    assertThat(unknown.statusCode()).isEqualTo(401);
    assertThat(unknown.body()).doesNotContain("page");
    assertThat(unknown.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic ");
    assertThat(ask(client, server, "Authorization", basic("u:a")).body())
        .isEqualTo("page /metrics\n");
    for (String wrong :
        List.of(
            basic("u:b"),
            basic("u:"),
            basic("v:a"),
            basic(":a"),
            basic("u"),
            "Basic %",
            "Bearer a")) {
      assertThat(ask(client, server, "Authorization", wrong).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void usersComeAndGoWhileItRunsButNotTheLast() throws Exception {
    String users = TLS + "basic_auth_users:\n  %s: " + HASH + "\n";
    WebServer server = serve(users.formatted("u"), PATIENT);
    HttpClient client = client("ours", null);
    assertThat(ask(client, server, "Authorization", basic("u:a")).statusCode()).isEqualTo(200);

    configure(users.formatted("v"));
    assertThat(ask(client, server, "Authorization", basic("u:a")).statusCode()).isEqualTo(401);
    assertThat(ask(client, server, "Authorization", basic("v:a")).statusCode()).isEqualTo(200);

    configure(TLS);
    assertThat(ask(client, server).statusCode()).isEqualTo(401);
    configure("");
    assertThat(ask(client, server).statusCode()).isEqualTo(401);
    configure(TLS + "basic_auth_user:\n");
    assertThat(ask(client, server).statusCode()).isEqualTo(401);
    assertThat(told)
        .anySatisfy(line -> assertThat(line).startsWith("web.yml: basic_auth_users came or went"))
        .anySatisfy(line -> assertThat(line).startsWith("web.yml: tls_server_config came or went"))
        .anySatisfy(line -> assertThat(line).startsWith("web.yml:4: 'basic_auth_user' is not"));
  }

  @Test
  void headersAreOnEveryAnswer() throws Exception {
    WebServer server =
        serve(
            TLS
                + "http_server_config:\n  headers:\n    X-Frame-Options: deny\n"
                + "basic_auth_users:\n  u: "
                + HASH
                + "\n",
            PATIENT);

    assertThat(ask(client("ours", null), server).headers().firstValue("X-Frame-Options"))
        .contains("deny");
  }

  @Test
  void moreThanTheRateIsRefused() throws Exception {
    WebServer server = serve(TLS + "rate_limit:\n  interval: 24h\n  burst: 2\n", PATIENT);
    HttpClient client = client("ours", null);

    assertThat(ask(client, server).statusCode()).isEqualTo(200);
    assertThat(ask(client, server).statusCode()).isEqualTo(200);
    assertThat(ask(client, server).statusCode()).isEqualTo(429);
  }

  @Test
  void aHandshakeThatNeverEndsKeepsNobodyOut() throws Exception {
    WebServer server = serve(TLS, PATIENT);
    for (int i = 0; i < 2 * PATIENT.connections(); i++) {
      beginHandshake(server);
    }

    assertThat(ask(client("ours", null), server).statusCode()).isEqualTo(200);
  }

  @Test
  void aHandshakeThatNeverEndsIsCutOff() throws Exception {
    WebServer server = serve(TLS, new Limits(64, Duration.ofMillis(200), LONG, LONG));

    assertThat(beginHandshake(server).getInputStream().readAllBytes()).isEmpty();
  }

  /** A record of a handshake that promises more than comes. */
  private Socket beginHandshake(WebServer server) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    open.add(socket);
    socket.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3});
    return socket;
  }
}
