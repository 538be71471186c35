// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where to listen.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port from 1; 0 for one that is free
 */
public record ListenAddress(String host, int port) {
  /** Reached from this host only. */
  static final String LOOPBACK = "127.0.0.1";

  /**
   * Not among Prometheus's allocations, which fill 9100 to 9999, nor an ephemeral port of Linux.
   */
  public static final ListenAddress STANDARD = new ListenAddress(LOOPBACK, 19879);

  private static final Pattern FORM =
      Pattern.compile("(?:(?:\\[([0-9A-Fa-f:.]+(?:%\\w+)?)]|([\\w.-]+)):)?([0-9]{1,5})");

  private static final int HIGHEST_PORT = 65535;

  /** Reads {@code PORT}, {@code HOST:PORT} or {@code [IPV6]:PORT}; empty for anything else. */
  static Optional<ListenAddress> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || Integer.parseInt(matcher.group(3)) > HIGHEST_PORT) {
      return Optional.empty();
    }
    int port = Integer.parseInt(matcher.group(3));
    if (matcher.group(1) != null) {
      return Optional.of(new ListenAddress(matcher.group(1), port));
    }
    return Optional.of(
        new ListenAddress(matcher.group(2) == null ? LOOPBACK : matcher.group(2), port));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
