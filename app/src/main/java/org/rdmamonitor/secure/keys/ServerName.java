// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.keys;

import java.net.InetAddress;
import java.util.Locale;

/**
 * A name or an address of a server.
 *
 * @param text without brackets
 */
public record ServerName(NameKind kind, String text) {
  /** What it is, by the names that keytool has for it. */
  public enum NameKind {
    DNS,
    IP
  }

  /**
   * Decides without looking anything up.
   *
   * @throws KeygenException if it is neither a host name nor an address
   */
  public static ServerName of(String text) throws KeygenException {
    String bare =
        text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
    if (bare.contains(":") || bare.matches("[0-9.]+")) {
      try {
        InetAddress.ofLiteral(bare);
        return new ServerName(NameKind.IP, bare.toLowerCase(Locale.ROOT));
      } catch (IllegalArgumentException e) {
        throw neither(text);
      }
    }
    if (!isHostName(bare)) {
      throw neither(text);
    }
    return new ServerName(NameKind.DNS, bare.toLowerCase(Locale.ROOT));
  }

  private static KeygenException neither(String text) {
    return new KeygenException(
        "'"
            + text.replaceAll("[^\\x20-\\x7e]", "?")
            + "' is neither a host name (as 'node1.example') nor an address (as '192.0.2.1' or"
            + " 'fd00::1')");
  }

  /** By RFC 1123; without wildcards. */
  static boolean isHostName(String text) {
    return text.length() <= 253
        && text.matches(
            "(?i)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");
  }

  String extension() {
    return kind.name().toLowerCase(Locale.ROOT) + ":" + text;
  }
}
