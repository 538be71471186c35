// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who may ask, by which TLS, and how often. Immutable.
 *
 * @param tls empty to speak HTTP without it
 * @param users bcrypt hashes of passwords by user; empty to ask nobody for one
 * @param headers that each answer has besides
 * @param rate empty for any
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

  /** Without hashes. */
  @Override
  public String toString() {
    return "WebConfig[tls=%s, users=%s, headers=%s, rate=%s]"
        .formatted(tls, users.keySet(), headers, rate);
  }

  /** Which certificates clients show, as Go's {@code tls.ClientAuthType} names it. */
  public enum ClientAuth {
    /** None is asked for. */
    NO_CLIENT_CERT,
    /** One is asked for, and whatever comes is taken, also nothing. */
    REQUEST_CLIENT_CERT,
    /** Any, whoever signed it. */
    REQUIRE_ANY_CLIENT_CERT,
    /** None, or one of the authorities. */
    VERIFY_CLIENT_CERT_IF_GIVEN,
    /** One of the authorities. */
    REQUIRE_AND_VERIFY_CLIENT_CERT;

    /** Whether it has to be signed by an authority. */
    boolean verifies() {
      return this == VERIFY_CLIENT_CERT_IF_GIVEN || this == REQUIRE_AND_VERIFY_CLIENT_CERT;
    }

    /** Whether there has to be one. */
    boolean requires() {
      return this == REQUIRE_ANY_CLIENT_CERT || this == REQUIRE_AND_VERIFY_CLIENT_CERT;
    }
  }

  /**
   * How TLS is spoken.
   *
   * @param certificate of this server, in PEM
   * @param key of this server, in PEM
   * @param clients which certificates they show
   * @param authorities of clients, in PEM; there where certificates are verified
   * @param names one of which a client's certificate has to have; empty for any
   * @param versions of TLS, as Java names them
   * @param suites of TLS 1.2, by preference; empty for those of Java
   * @param ownOrder whether the order of this server counts, and not that of the client
   * @param groups for key exchange, as Java names them, by preference; empty for those of Java
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
   * @param interval that each request takes, longer than 0
   * @param burst how many may come at once, from 1
   */
  public record Rate(Duration interval, int burst) {}
}
