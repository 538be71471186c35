// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rdmamonitor.http.HttpConfig.Authentication;
import org.rdmamonitor.http.HttpConfig.Secret;
import org.rdmamonitor.http.YamlFile.Mapping;
import org.rdmamonitor.text.Printable;

/**
 * Reads the format of Prometheus' {@code http_config}, of which it understands the part in {@link
 * #KEYS}. Anything else is an error, reported with its line.
 */
public final class HttpConfigFile {
  /** The keys that may be set, by section. */
  static final Map<String, Set<String>> KEYS =
      Map.of(
          "basic_auth", Set.of("username", "password", "password_file"),
          "authorization", Set.of("type", "credentials", "credentials_file"),
          "tls_config", Set.of("ca_file", "cert_file", "key_file", "insecure_skip_verify"));

  private final YamlFile yaml;
  private final Mapping root;

  private HttpConfigFile(YamlFile yaml) {
    this.yaml = yaml;
    this.root = yaml.mapping();
  }

  /**
   * Reads the file. Files that it names are relative to its directory.
   *
   * @param name as messages call it
   * @throws HttpConfigException with every error
   */
  public static HttpConfig read(Path file, String name) throws HttpConfigException {
    YamlFile yaml = YamlFile.read(file, name, "username: prometheus");
    HttpConfig config = new HttpConfigFile(yaml).config();
    yaml.check();
    return config;
  }

  private HttpConfig config() {
    yaml.only(root, KEYS.keySet(), "here");
    if (root.has("basic_auth") && root.has("authorization")) {
      yaml.error(
          Math.max(root.line("basic_auth"), root.line("authorization")),
          "there is basic_auth and authorization; only one of them can be");
    }
    Authentication authentication = new HttpConfig.None();
    if (root.has("basic_auth")) {
      authentication = user(section("basic_auth"));
    } else if (root.has("authorization")) {
      authentication = token(section("authorization"));
    }
    return new HttpConfig(authentication, tls(section("tls_config")));
  }

  private Mapping section(String name) {
    Mapping section = yaml.section(root, name);
    yaml.only(section, KEYS.getOrDefault(name, Set.of()), "in " + name);
    return section;
  }

  private Authentication user(Mapping section) {
    Optional<String> name = yaml.word(section, "username");
    if (name.isEmpty()) {
      yaml.error(root.line("basic_auth"), "basic_auth needs a username");
    }
    return new HttpConfig.Basic(name.orElse(""), secret("basic_auth", section, "password"));
  }

  private Authentication token(Mapping section) {
    String type = yaml.word(section, "type").orElse("Bearer");
    if (!type.matches("[A-Za-z][A-Za-z0-9_-]*") || type.equalsIgnoreCase("basic")) {
      yaml.error(
          section.line("type"),
          "'%s' is no type of token, such as Bearer; a user stands below basic_auth"
              .formatted(Printable.of(type)));
    }
    return new HttpConfig.Token(type, secret("authorization", section, "credentials"));
  }

  private HttpConfig.Tls tls(Mapping section) {
    Optional<Path> certificate = yaml.file(section, "cert_file");
    Optional<Path> key = yaml.file(section, "key_file");
    if (certificate.isPresent() != key.isPresent()) {
      yaml.error(root.line("tls_config"), "cert_file and key_file go together");
    }
    return new HttpConfig.Tls(
        yaml.file(section, "ca_file"),
        certificate,
        key,
        yaml.isTrue(section, "insecure_skip_verify", false));
  }

  /** A secret that is in the configuration itself, or in a file that the configuration names. */
  private Secret secret(String name, Mapping section, String key) {
    Optional<String> here = yaml.word(section, key);
    Optional<Path> elsewhere = yaml.file(section, key + "_file");
    if (here.isPresent() == elsewhere.isPresent()) {
      yaml.error(root.line(name), "%s needs one of %s and %s_file".formatted(name, key, key));
    }
    return elsewhere.map(Secret::in).orElseGet(() -> Secret.of(here.orElse("")));
  }
}
