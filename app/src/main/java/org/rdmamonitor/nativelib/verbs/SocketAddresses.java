// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.rdmamonitor.nativelib.generated.rv_cm_address;

/** IP addresses as the library takes them. */
final class SocketAddresses {
  private static final int IPV4_BYTES = 4;

  private SocketAddresses() {}

  /**
   * The struct of an address.
   *
   * @param scope index of the interface of a link-local address that does not tell its own
   */
  static MemorySegment write(Arena arena, InetSocketAddress socket, int scope) {
    InetAddress address = socket.getAddress();
    byte[] bytes = address.getAddress();
    MemorySegment result = rv_cm_address.allocate(arena);
    rv_cm_address.ip(result).asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    rv_cm_address.family(result, bytes.length == IPV4_BYTES ? 4 : 6);
    rv_cm_address.port(result, socket.getPort());
    if (address instanceof Inet6Address six && six.isLinkLocalAddress()) {
      rv_cm_address.scope(result, six.getScopeId() == 0 ? scope : six.getScopeId());
    }
    return result;
  }
}
