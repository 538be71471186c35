// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.tls;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The other end.
 *
 * @param subject the name in its certificate (RFC 2253), printable; none if it was asked for none
 */
public record Peer(InetSocketAddress address, Optional<String> subject) {
  static String name(InetSocketAddress address) {
    String host = String.valueOf(address.getAddress().getHostAddress());
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }

  /** {@code 192.0.2.1:40312 (CN=client)}. */
  @Override
  public String toString() {
    return name(address) + subject.map(name -> " (" + name + ")").orElse("");
  }
}
