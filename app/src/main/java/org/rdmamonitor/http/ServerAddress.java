// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/** Where a server is. */
public final class ServerAddress {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private ServerAddress() {}

  /**
   * Parses the URL of a server: scheme, host and, optionally, port and path; slashes at its end are
   * dropped.
   *
   * @param example a correct URL, for messages
   * @param passwordOption the option that takes a password, because a URL must not contain one
   * @throws URISyntaxException with what is wrong with it
   */
  public static URI of(String url, String example, String passwordOption)
      throws URISyntaxException {
    URI uri = parsed(url, example);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if ((!scheme.equals("http") && !scheme.equals("https")) || uri.getHost() == null) {
      throw new URISyntaxException(url, "it is no URL such as " + example);
    }
    if (uri.getRawUserInfo() != null) {
      throw new URISyntaxException(
          "(not shown)",
          "a password in a URL is seen by others; %s takes it".formatted(passwordOption));
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new URISyntaxException(url, "it has more than a path behind the host");
    }
    return uri;
  }

  private static URI parsed(String url, String example) throws URISyntaxException {
    try {
      return new URI(url.strip().replaceAll("/+$", ""));
    } catch (URISyntaxException e) {
      // What is before an @ may be a password.
      throw new URISyntaxException(
          url.contains("@") ? "(not shown)" : url, "it is no URL such as " + example);
    }
  }

  /** Whether it is to be contacted over TLS. */
  public static boolean isTls(URI server) {
    return server.getScheme().equalsIgnoreCase("https");
  }

  /**
   * Whether requests to it go over a network without TLS, so that others on the network can read
   * them.
   */
  public static boolean isExposed(URI server) {
    return !isTls(server) && !LOOPBACK.contains(server.getHost());
  }
}
