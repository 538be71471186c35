// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which certificates are to be made.
 *
 * @param serverNames host names and addresses that the server's certificate is for
 * @param clientName the client's name, as it will be in the server's log
 * @param start when the certificates become valid, in the form of {@code keytool -startdate}
 * @param days how long the server's and the client's certificates are valid, from 1 to 3650
 * @param authorityDays how long the authority's is valid, from 1 to 7300
 * @param algorithm of all keys
 */
public record KeyPlan(
    Set<ServerName> serverNames,
    String clientName,
    String start,
    int days,
    int authorityDays,
    KeyAlgorithm algorithm) {
  /** Two years and three months, so that people renew yearly without haste. */
  private static final int DAYS = 825;

  private static final int AUTHORITY_DAYS = 3650;
  private static final int MOST_DAYS = 3650;
  private static final int MOST_AUTHORITY_DAYS = 7300;

  public KeyPlan {
    serverNames = Set.copyOf(serverNames);
    if (serverNames.isEmpty()) {
      throw new IllegalArgumentException("a server must have a name");
    }
    if (!clientName.matches("[A-Za-z0-9][A-Za-z0-9 ._@-]{0,63}")) {
      throw new IllegalArgumentException(
          "'"
              + clientName.replaceAll("[^\\x20-\\x7e]", "?")
              + "' is no name for a client; it has 1 to 64 letters, digits, spaces and . _ @ -");
    }
    if (days < 1
        || days > MOST_DAYS
        || authorityDays < days
        || authorityDays > MOST_AUTHORITY_DAYS) {
      throw new IllegalArgumentException(
          "certificates hold for 1 to %d days, their authority's not shorter and up to %d"
              .formatted(MOST_DAYS, MOST_AUTHORITY_DAYS));
    }
  }

  /**
   * For a server on this host.
   *
   * @param moreNames further names and addresses of it
   * @throws KeygenException if one is neither
   */
  public static KeyPlan forThisHost(List<String> moreNames) throws KeygenException {
    List<String> names = new ArrayList<>(List.of("localhost", "127.0.0.1", "::1"));
    names.addAll(moreNames);
    Set<ServerName> result = new LinkedHashSet<>();
    for (String name : names) {
      result.add(ServerName.of(name));
    }
    String host = hostName();
    if (ServerName.isHostName(host)) {
      result.add(ServerName.of(host));
    }
    // An hour in the past, for clients whose clock is behind.
    return new KeyPlan(
        result, "rdma-secure client", "-1H", DAYS, AUTHORITY_DAYS, KeyAlgorithm.ED25519);
  }

  private static String hostName() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname"), StandardCharsets.US_ASCII)
          .strip();
    } catch (IOException e) {
      try {
        return InetAddress.getLocalHost().getHostName();
      } catch (UnknownHostException unnamed) {
        return "localhost";
      }
    }
  }

  /** The same plan with another period of validity. */
  public KeyPlan with(String otherStart, int otherDays) {
    return new KeyPlan(serverNames, clientName, otherStart, otherDays, authorityDays, algorithm);
  }

  /** The same plan with another name of the client. */
  public KeyPlan withClientName(String other) {
    return new KeyPlan(serverNames, other, start, days, authorityDays, algorithm);
  }

  /** The same plan with keys of another algorithm. */
  public KeyPlan with(KeyAlgorithm other) {
    return new KeyPlan(serverNames, clientName, start, days, authorityDays, other);
  }

  /** As {@code keytool -ext san=} takes them. */
  String subjectAlternativeNames() {
    return serverNames.stream()
        .map(ServerName::extension)
        .sorted()
        .collect(Collectors.joining(","));
  }

  /** The first host name that is not the loopback's, else localhost. */
  String commonName() {
    return serverNames.stream()
        .filter(name -> name.kind() == ServerName.NameKind.DNS && !name.text().equals("localhost"))
        .map(ServerName::text)
        .filter(name -> name.length() <= 64)
        .sorted()
        .findFirst()
        .orElse("localhost");
  }
}
