// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who may send requests, with which TLS, and how often. Immutable.
 *
 * @param tls empty for HTTP without TLS
 * @param users bcrypt hashes of passwords by user; empty if nobody needs a password
 * @param headers to add to each answer
 * @param rate empty for no limit
 */
public record WebConfig(
    Optional<Tls> tls,
    Map<String, String> users,
    Map<String, String> headers,
    Optional<Rate> rate) {
  /** Anybody may ask, without TLS. */
  public static final WebConfig OPEN =
      new WebConfig(Optional.empty(), Map.of(), Map.of(), Optional.empty());

  public WebConfig {
    users = Map.copyOf(users);
    headers = Map.copyOf(headers);
  }

  /** Leaves out the hashes. */
  @Override
  public String toString() {
    return "WebConfig[tls=%s, users=%s, headers=%s, rate=%s]"
        .formatted(tls, users.keySet(), headers, rate);
  }

  /**
   * Which certificate a client must present; the names are those of Go's {@code
   * tls.ClientAuthType}.
   */
  public enum ClientAuth {
    /** The client is not asked for one. */
    NO_CLIENT_CERT,
    /** The client is asked for one, and anything is accepted, even none. */
    REQUEST_CLIENT_CERT,
    /** Any certificate, whoever signed it. */
    REQUIRE_ANY_CLIENT_CERT,
    /** None, or one that an authority has signed. */
    VERIFY_CLIENT_CERT_IF_GIVEN,
    /** One that an authority has signed. */
    REQUIRE_AND_VERIFY_CLIENT_CERT;

    /** Whether a certificate must be signed by an authority. */
    boolean verifies() {
      return this == VERIFY_CLIENT_CERT_IF_GIVEN || this == REQUIRE_AND_VERIFY_CLIENT_CERT;
    }

    /** Whether the client must present a certificate. */
    boolean requires() {
      return this == REQUIRE_ANY_CLIENT_CERT || this == REQUIRE_AND_VERIFY_CLIENT_CERT;
    }
  }

  /**
   * How TLS is spoken.
   *
   * @param certificate of this server, in PEM
   * @param key of this server, in PEM
   * @param clients which certificates clients must present
   * @param authorities that sign clients' certificates, in PEM; present if certificates are
   *     verified
   * @param names one of which a client's certificate must have; empty for any
   * @param versions of TLS, as Java names them
   * @param suites of TLS 1.2, by preference; empty for Java's default
   * @param ownOrder whether the server's order of preference decides, not the client's
   * @param groups for key exchange, as Java names them, by preference; empty for Java's default
   */
  public record Tls(
      Path certificate,
      Path key,
      ClientAuth clients,
      Optional<Path> authorities,
      List<String> names,
      List<String> versions,
      List<String> suites,
      boolean ownOrder,
      List<String> groups) {
    public Tls {
      names = List.copyOf(names);
      versions = List.copyOf(versions);
      suites = List.copyOf(suites);
      groups = List.copyOf(groups);
    }
  }

  /**
   * How many requests are answered.
   *
   * @param interval one request is let through per interval; longer than 0
   * @param burst how many may come at once, from 1
   */
  public record Rate(Duration interval, int burst) {}
}
