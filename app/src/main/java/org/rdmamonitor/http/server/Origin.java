// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * Where a client is, as far as it counts for its share: its address, of IPv6 only the first 64
 * bits, since a single host can have as many addresses below these as it likes.
 *
 * @param prefix in hexadecimal digits
 */
record Origin(String prefix) {
  private static final int BYTES = 8;

  static Origin of(InetAddress address) {
    byte[] bytes = address.getAddress();
    int length = address instanceof Inet6Address ? BYTES : bytes.length;
    return new Origin(HexFormat.of().formatHex(bytes, 0, length));
  }
}
