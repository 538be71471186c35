// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** A global identifier, the address of a port: 16 bytes, written as an IPv6 address is. */
public final class Gid {
  /** How many bytes it has. */
  public static final int BYTES = 16;

  private static final byte[] MAPPED_IPV4 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  private final byte[] bytes;

  private Gid(byte[] bytes) {
    this.bytes = bytes;
  }

  /** One of these 16 bytes, in network order. */
  public static Gid of(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException("a GID has 16 bytes, not " + bytes.length);
    }
    return new Gid(bytes.clone());
  }

  /** An IP address as RoCE v2 has it. */
  public static Gid of(InetAddress address) {
    byte[] last = address.getAddress();
    byte[] bytes = Arrays.copyOf(MAPPED_IPV4, BYTES);
    System.arraycopy(last, 0, bytes, BYTES - last.length, last.length);
    return new Gid(bytes);
  }

  /** A copy of its bytes, in network order. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** Whether it is an IPv4 address as RoCE v2 writes it: {@code ::ffff:10.77.0.1}. */
  public boolean isIpv4() {
    return Arrays.equals(bytes, 0, MAPPED_IPV4.length, MAPPED_IPV4, 0, MAPPED_IPV4.length);
  }

  /** Whether it is a link-local address. */
  public boolean isLinkLocal() {
    return bytes[0] == (byte) 0xfe && (bytes[1] & 0xc0) == 0x80;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Gid gid && Arrays.equals(bytes, gid.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** {@code ::ffff:10.77.0.1} or {@code fe80:0:0:0:5054:ff:fe00:1}. */
  @Override
  public String toString() {
    try {
      String text = InetAddress.getByAddress(bytes).getHostAddress();
      return isIpv4() ? "::ffff:" + text : text;
    } catch (UnknownHostException wrongLength) {
      return HexFormat.of().formatHex(bytes);
    }
  }
}
