// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.rdmamonitor.model.resource.Gid;

/** Names and addresses of connection manager ids. */
public final class Connections {
  /** {@code enum rdma_cm_state} (drivers/infiniband/core/cma_priv.h and rdma_cm.h). */
  private static final List<String> STATES =
      List.of(
          "IDLE",
          "ADDR_QUERY",
          "ADDR_RESOLVED",
          "ROUTE_QUERY",
          "ROUTE_RESOLVED",
          "CONNECT",
          "DISCONNECT",
          "ADDR_BOUND",
          "LISTEN",
          "DEVICE_REMOVAL",
          "DESTROYING");

  private static final int AF_INET = 2;
  private static final int AF_INET6 = 10;

  private Connections() {}

  public static String state(int number) {
    return number >= 0 && number < STATES.size() ? STATES.get(number) : "UNKNOWN";
  }

  /** {@code enum rdma_ucm_port_space} (uapi/rdma/rdma_user_cm.h), as {@code rdma} names them. */
  public static String portSpace(int number) {
    return switch (number) {
      case 0x0002 -> "IPoIB";
      case 0x013f -> "IB";
      case 0x0106 -> "TCP";
      case 0x0111 -> "UDP";
      default -> "---";
    };
  }

  /**
   * A socket address as text, {@code 10.0.0.1:7471} or {@code [fe80::1]:7471}; empty if it is not
   * bound, or of another family.
   *
   * @param socketAddress struct sockaddr_in or sockaddr_in6
   */
  public static String address(byte[] socketAddress) {
    if (socketAddress.length < 8) {
      return "";
    }
    ByteBuffer bytes = ByteBuffer.wrap(socketAddress).order(ByteOrder.nativeOrder());
    int family = Short.toUnsignedInt(bytes.getShort(0));
    int port = Short.toUnsignedInt(bytes.order(ByteOrder.BIG_ENDIAN).getShort(2));
    if (family == AF_INET) {
      return host(bytes, 4, 4) + ":" + port;
    }
    if (family == AF_INET6 && socketAddress.length >= 24) {
      return "[" + new Gid(bytes.getLong(8), bytes.getLong(16)).text() + "]:" + port;
    }
    return "";
  }

  private static String host(ByteBuffer bytes, int offset, int length) {
    byte[] address = new byte[length];
    bytes.get(offset, address);
    try {
      return InetAddress.getByAddress(address).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + length + " bytes", e);
    }
  }
}
