// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.rdmamonitor.http.HttpConfigException;
import org.rdmamonitor.http.YamlFile;
import org.rdmamonitor.http.YamlFile.Mapping;
import org.rdmamonitor.http.YamlFile.Word;
import org.rdmamonitor.http.server.WebConfig.ClientAuth;
import org.rdmamonitor.text.Printable;

/**
 * Reads the file format of {@code --web.config.file} of Prometheus' exporters (exporter-toolkit,
 * docs/web-configuration.md). What is not understood, or cannot be done, is an error with its line.
 */
final class WebConfigFile {
  private static final Set<String> TLS_KEYS =
      Set.of(
          "cert_file",
          "key_file",
          "client_auth_type",
          "client_ca_file",
          "client_allowed_sans",
          "min_version",
          "max_version",
          "cipher_suites",
          "prefer_server_cipher_suites",
          "curve_preferences");

  /** What the toolkit takes from the configuration itself, and this program from files only. */
  private static final Set<String> INLINE = Set.of("cert", "key", "client_ca");

  private static final Map<String, ClientAuth> CLIENTS =
      Map.of(
          "NoClientCert", ClientAuth.NO_CLIENT_CERT,
          "RequestClientCert", ClientAuth.REQUEST_CLIENT_CERT,
          "RequireClientCert", ClientAuth.REQUIRE_ANY_CLIENT_CERT, // old name of the next one
          "RequireAnyClientCert", ClientAuth.REQUIRE_ANY_CLIENT_CERT,
          "VerifyClientCertIfGiven", ClientAuth.VERIFY_CLIENT_CERT_IF_GIVEN,
          "RequireAndVerifyClientCert", ClientAuth.REQUIRE_AND_VERIFY_CLIENT_CERT);

  /** Go's names of key exchange groups, and Java's. */
  private static final Map<String, String> GROUPS =
      new TreeMap<>(
          Map.of(
              "CurveP256", "secp256r1",
              "CurveP384", "secp384r1",
              "CurveP521", "secp521r1",
              "X25519", "x25519"));

  private static final List<String> VERSIONS = List.of("TLS12", "TLS13");

  /**
   * The headers that the toolkit allows, with the values that each may have; an empty set allows
   * any value.
   */
  private static final Map<String, Set<String>> HEADERS =
      Map.of(
          "Content-Security-Policy", Set.of(),
          "Strict-Transport-Security", Set.of(),
          "X-Content-Type-Options", Set.of("nosniff"),
          "X-Frame-Options", Set.of("deny", "sameorigin"),
          "X-XSS-Protection", Set.of());

  private static final Pattern DURATION =
      Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)(ns|us|µs|ms|s|m|h)");

  private static final Map<String, Long> NANOS =
      Map.of(
          "ns", 1L,
          "us", 1_000L,
          "µs", 1_000L,
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L);

  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int MOST_BURST = 1_000_000;

  private final YamlFile yaml;
  private final Mapping root;

  private WebConfigFile(YamlFile yaml) {
    this.yaml = yaml;
    this.root = yaml.mapping();
  }

  /**
   * Reads the file. Names of files in it are relative to its directory; those files are not read
   * here.
   *
   * @param name what messages call the file
   * @throws HttpConfigException with every error
   */
  static WebConfig read(Path file, String name) throws HttpConfigException {
    YamlFile yaml = YamlFile.read(file, name, "cert_file: server.pem");
    WebConfig config = new WebConfigFile(yaml).config();
    yaml.check();
    return config;
  }

  private WebConfig config() {
    yaml.only(
        root,
        Set.of("tls_server_config", "http_server_config", "basic_auth_users", "rate_limit"),
        "here");
    return new WebConfig(tls(), users(), headers(), rate());
  }

  private Optional<WebConfig.Tls> tls() {
    if (!root.has("tls_server_config")) {
      return Optional.empty();
    }
    Mapping section = yaml.section(root, "tls_server_config");
    for (String inline : INLINE) {
      if (section.has(inline)) {
        yaml.error(
            section.line(inline),
            "'%s' is not taken from here; put it into a file, which %s_file names"
                .formatted(inline, inline));
      }
    }
    yaml.only(section.without(INLINE), TLS_KEYS, "in tls_server_config");
    Optional<Path> certificate = yaml.file(section, "cert_file");
    Optional<Path> key = yaml.file(section, "key_file");
    if (certificate.isEmpty() || key.isEmpty()) {
      yaml.error(root.line("tls_server_config"), "tls_server_config needs cert_file and key_file");
      return Optional.empty();
    }
    ClientAuth clients = clients(section);
    return Optional.of(
        new WebConfig.Tls(
            certificate.get(),
            key.get(),
            clients,
            authorities(section, clients),
            names(section, clients),
            versions(section),
            suites(section),
            yaml.isTrue(section, "prefer_server_cipher_suites", true),
            yaml.words(section, "curve_preferences").stream()
                .map(word -> named(word, GROUPS, "a group for key exchange"))
                .toList()));
  }

  private ClientAuth clients(Mapping section) {
    String type = yaml.word(section, "client_auth_type").orElse("NoClientCert");
    return named(new Word(type, section.line("client_auth_type")), CLIENTS, "a client_auth_type");
  }

  /** What a word stands for. If it stands for nothing, which is an error, any of the values. */
  private <T> T named(Word word, Map<String, T> values, String what) {
    T value = values.get(word.text());
    if (value == null) {
      yaml.error(
          word.line(),
          "'%s' is not %s that there is here; %s are"
              .formatted(
                  Printable.of(word.text()),
                  what,
                  String.join(", ", new TreeSet<>(values.keySet()))));
      return values.values().iterator().next();
    }
    return value;
  }

  private Optional<Path> authorities(Mapping section, ClientAuth clients) {
    Optional<Path> file = yaml.file(section, "client_ca_file");
    if (clients.verifies() && !section.has("client_ca_file")) {
      yaml.error(
          section.line("client_auth_type"),
          "client_ca_file is missing, the authorities whose certificates are taken");
    } else if (!clients.verifies() && section.has("client_ca_file")) {
      yaml.error(
          section.line("client_ca_file"),
          "nobody is held to these authorities; that takes 'client_auth_type:"
              + " RequireAndVerifyClientCert', or VerifyClientCertIfGiven");
    }
    return file;
  }

  private List<String> names(Mapping section, ClientAuth clients) {
    List<Word> names = yaml.words(section, "client_allowed_sans");
    if (section.has("client_allowed_sans") && !clients.requires()) {
      yaml.error(
          section.line("client_allowed_sans"),
          "a client without a certificate would pass; that takes 'client_auth_type:"
              + " RequireAndVerifyClientCert', or RequireAnyClientCert");
    } else if (section.has("client_allowed_sans") && names.isEmpty()) {
      yaml.error(section.line("client_allowed_sans"), "the list is empty, so nobody could ask");
    }
    return names.stream().map(Word::text).toList();
  }

  private List<String> versions(Mapping section) {
    int least = version(section, "min_version", "TLS12");
    int most = version(section, "max_version", "TLS13");
    if (least > most) {
      yaml.error(section.line("min_version"), "min_version is above max_version");
      return List.of();
    }
    return VERSIONS.subList(least, most + 1).stream()
        .map(version -> version.replace("TLS1", "TLSv1."))
        .toList();
  }

  private int version(Mapping section, String key, String standard) {
    String word = yaml.word(section, key).orElse(standard);
    int version = VERSIONS.indexOf(word);
    if (version < 0) {
      boolean isOld = word.equals("TLS10") || word.equals("TLS11");
      yaml.error(
          section.line(key),
          isOld
              ? "'%s' is broken, and not spoken here; TLS12 and TLS13 are".formatted(word)
              : "'%s' is no version; TLS12 and TLS13 are".formatted(Printable.of(word)));
    }
    return Math.max(0, version);
  }

  private List<String> suites(Mapping section) {
    List<Word> wanted = yaml.words(section, "cipher_suites");
    if (wanted.isEmpty()) {
      return List.of();
    }
    // Suites of TLS 1.3 have other names, and are always enabled, as in Go.
    Set<String> offered = new TreeSet<>();
    for (String suite : offeredSuites()) {
      if (suite.contains("_WITH_") && !suite.endsWith("_SCSV")) {
        offered.add(suite);
      }
    }
    List<String> suites = new ArrayList<>();
    for (Word word : wanted) {
      if (offered.contains(word.text())) {
        suites.add(word.text());
      } else if (!word.text().matches("TLS_(AES|CHACHA20)_[A-Z0-9_]+")) {
        yaml.error(
            word.line(),
            "'%s' is no cipher suite of TLS 1.2 that there is here, such as"
                    .formatted(Printable.of(word.text()))
                + " TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256");
      }
    }
    return suites;
  }

  private static List<String> offeredSuites() {
    try {
      return List.of(SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java runtime has no TLS", e);
    }
  }

  private Map<String, String> users() {
    Mapping section = yaml.section(root, "basic_auth_users");
    if (root.has("basic_auth_users") && section.values().isEmpty()) {
      yaml.error(
          root.line("basic_auth_users"),
          "there is no user, such as 'prometheus: $2y$10$...'; without basic_auth_users, anybody"
              + " may ask");
    }
    Map<String, String> users = new LinkedHashMap<>();
    section
        .values()
        .keySet()
        .forEach(user -> {
          Optional<String> hash = yaml.word(section, user);
          if (user.contains(":")) {
            yaml.error(section.line(user), "no user's name can have a ':'");
          }
          hash.flatMap(Passwords::trouble)
              .ifPresent(what ->
                  yaml.error(
                      section.line(user),
                      "the password of '%s' %s".formatted(Printable.of(user), what)));
          users.put(user, hash.orElse(""));
        });
    return users;
  }

  private Map<String, String> headers() {
    Mapping section = yaml.section(root, "http_server_config");
    yaml.only(section, Set.of("http2", "headers"), "in http_server_config");
    if (yaml.isTrue(section, "http2", false)) {
      yaml.error(section.line("http2"), "HTTP/2 is not spoken here; false, or no such line");
    }
    Mapping wanted = yaml.section(section, "headers");
    yaml.only(wanted, HEADERS.keySet(), "in headers");
    Map<String, String> headers = new LinkedHashMap<>();
    HEADERS.forEach((name, values) ->
        yaml.word(wanted, name)
            .ifPresent(value -> {
              if (!values.isEmpty() && !values.contains(value)) {
                yaml.error(
                    wanted.line(name),
                    "'%s' is no value of %s; %s is"
                        .formatted(
                            Printable.of(value), name, String.join(" or ", new TreeSet<>(values))));
              } else if (value.chars().anyMatch(c -> c < ' ' || c > '~')) {
                yaml.error(
                    wanted.line(name),
                    "the value of '%s' has more than plain characters".formatted(name));
              }
              headers.put(name, value);
            }));
    return headers;
  }

  private Optional<WebConfig.Rate> rate() {
    Mapping section = yaml.section(root, "rate_limit");
    yaml.only(section, Set.of("interval", "burst"), "in rate_limit");
    Duration interval = duration(section);
    if (interval.isZero()) {
      return Optional.empty();
    }
    String burst = yaml.word(section, "burst").orElse("");
    if (!burst.matches("[1-9][0-9]{0,6}") || Integer.parseInt(burst) > MOST_BURST) {
      yaml.error(
          section.line("burst"),
          "rate_limit needs a burst, from 1 to "
              + MOST_BURST
              + ": how many requests may come at once");
      return Optional.empty();
    }
    return Optional.of(new WebConfig.Rate(interval, Integer.parseInt(burst)));
  }

  /** A duration in Go's notation; 0 if there is none, or if it is wrong. */
  private Duration duration(Mapping section) {
    String text = yaml.word(section, "interval").orElse("0");
    if (text.equals("0")) {
      return Duration.ZERO;
    }
    Matcher matcher = DURATION.matcher(text);
    BigDecimal nanos = BigDecimal.ZERO;
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      end = matcher.end();
      nanos =
          nanos.add(
              new BigDecimal(matcher.group(1))
                  .multiply(BigDecimal.valueOf(NANOS.getOrDefault(matcher.group(2), 1L))));
    }
    if (end < text.length() || nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      yaml.error(
          section.line("interval"),
          "'%s' is no time such as 500ms, 1s or 1m30s, of a day at most"
              .formatted(Printable.of(text)));
      return Duration.ZERO;
    }
    return Duration.ofNanos(nanos.longValue());
  }
}
