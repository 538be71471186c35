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
   * The URL of a server: scheme, host and, maybe, port and path, without slashes at its end.
   *
   * @param example a right one
   * @param passwordOption the option that takes a password, which must not be in the URL
   * @throws URISyntaxException with what is wrong with it
   */
  public static URI of(String url, String example, String passwordOption)
      throws URISyntaxException {
    URI uri = new URI(url.strip().replaceAll("/+$", ""));
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

  /** Whether it is asked over TLS. */
  public static boolean isTls(URI server) {
    return server.getScheme().equalsIgnoreCase("https");
  }

  /** Whether what is sent to it without TLS can be read on a network. */
  public static boolean isExposed(URI server) {
    return !isTls(server) && !LOOPBACK.contains(server.getHost());
  }
}
