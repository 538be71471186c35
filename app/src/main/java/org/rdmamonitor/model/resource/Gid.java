// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.resource;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * A global identifier: the address of a port, or of a multicast group, in the form of an IPv6
 * address.
 *
 * @param high the first 8 bytes, as they are on the wire
 * @param low the last 8 bytes
 */
public record Gid(long high, long low) {
  /** All zero: not an address. */
  public static final Gid NONE = new Gid(0, 0);

  private static final Gid LOOPBACK = new Gid(0, 1);

  /** Its bits. */
  public static final int BITS = 128;

  /** The bits before an IPv4 address that it maps. */
  public static final int IPV4_BITS = 96;

  /** 10 bytes of 0 and two of ff, followed by an IPv4 address in the last 4 (RFC 4291, 2.5.5.2). */
  private static final long IPV4 = 0xffffL;

  /** The beginning of the second half of Omni-Path's own GIDs. */
  private static final long OPA_OUI = 0x00066a;

  private static final Pattern IPV4_TEXT =
      Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");
  private static final Pattern IPV6_TEXT = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

  /** Within which bounds an address belongs to one host only. */
  public enum Scope {
    /** On one link: fe80::/10 and 169.254.0.0/16. */
    LINK,
    /**
     * In a network that chose the address for itself, as other networks may: 10.0.0.0/8,
     * 172.16.0.0/12, 192.168.0.0/16, 100.64.0.0/10 (which providers use behind their NAT) and
     * fc00::/7.
     */
    PRIVATE,
    GLOBAL
  }

  private record Network(Gid first, int length) {
    /** An IPv4 network; the length is that of the IPv4 prefix. */
    static Network ipv4(int first, int second, int length) {
      return new Network(
          new Gid(0, IPV4 << 32 | (long) first << 24 | (long) second << 16), IPV4_BITS + length);
    }

    boolean has(Gid gid) {
      return gid.prefix(length).equals(first);
    }
  }

  private static final List<Network> OF_LINKS =
      List.of(new Network(new Gid(0xfe80L << 48, 0), 10), Network.ipv4(169, 254, 16));

  private static final List<Network> PRIVATE =
      List.of(
          new Network(new Gid(0xfc00L << 48, 0), 7),
          Network.ipv4(10, 0, 8),
          Network.ipv4(172, 16, 12),
          Network.ipv4(192, 168, 16),
          Network.ipv4(100, 64, 10));

  /**
   * Parses an IPv6 address, or an IPv4 address, which becomes the GID that maps it; empty if the
   * text is neither.
   */
  public static Optional<Gid> parse(String text) {
    if (!IPV4_TEXT.matcher(text).matches() && !IPV6_TEXT.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      InetAddress address = InetAddress.ofLiteral(text);
      ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
      return Optional.of(
          address instanceof Inet4Address
              ? new Gid(0, IPV4 << 32 | Integer.toUnsignedLong(bytes.getInt()))
              : new Gid(bytes.getLong(), bytes.getLong()));
    } catch (IllegalArgumentException notAnAddress) {
      return Optional.empty();
    }
  }

  /**
   * The GID of {@code 10.1.0.7:7471} or {@code [fd00::7]:7471}, likewise; also without the port.
   */
  public static Optional<Gid> ofSocket(String socket) {
    int colon = socket.lastIndexOf(':');
    String host = colon < 0 ? socket : socket.substring(0, colon);
    return parse(
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host);
  }

  /** Whether it stands for no address in particular: all zero, or an IPv4 address of 0.0.0.0/8. */
  public boolean isUnspecified() {
    return equals(NONE) || (isIpv4() && (low >>> 24 & 0xff) == 0);
  }

  /** Whether each host has it, for itself: ::1 and 127.0.0.0/8. */
  public boolean isLoopback() {
    return equals(LOOPBACK) || (isIpv4() && (low >>> 24 & 0xff) == 127);
  }

  /** Where it is that of one host only. */
  public Scope scope() {
    if (OF_LINKS.stream().anyMatch(network -> network.has(this))) {
      return Scope.LINK;
    }
    return PRIVATE.stream().anyMatch(network -> network.has(this)) ? Scope.PRIVATE : Scope.GLOBAL;
  }

  /** Whether it maps an IPv4 address. */
  public boolean isIpv4() {
    return high == 0 && low >>> 32 == IPV4;
  }

  /**
   * The LID that a GID of Omni-Path contains, by which its packets are routed (rdma/opa_addr.h,
   * {@code opa_get_lid_from_gid}); empty for other GIDs.
   */
  public OptionalInt opaLid() {
    return low >>> 40 == OPA_OUI ? OptionalInt.of((int) low) : OptionalInt.empty();
  }

  /** The GID with only its first bits; the others are 0. */
  public Gid prefix(int length) {
    return new Gid(first(high, Math.min(length, 64)), first(low, Math.max(length - 64, 0)));
  }

  private static long first(long bits, int length) {
    return length == 0 ? 0 : bits & -1L << (64 - length);
  }

  /** The IPv4 address that it maps; only for a GID that does. */
  public String ipv4Text() {
    return "%d.%d.%d.%d"
        .formatted(low >>> 24 & 0xff, low >>> 16 & 0xff, low >>> 8 & 0xff, low & 0xff);
  }

  /**
   * For people: an IPv4 address if it maps one ({@code ::ffff:10.0.0.1}), else an IPv6 address in
   * its canonical form (RFC 5952); empty for one that is all zero.
   */
  public String text() {
    if (equals(NONE)) {
      return "";
    }
    return isIpv4() ? "::ffff:" + ipv4Text() : compressed();
  }

  /**
   * The IP address that it stands for: {@code 10.0.0.1} if it maps an IPv4 address, else as {@link
   * #text}.
   */
  public String host() {
    return isIpv4() ? ipv4Text() : text();
  }

  /** The same, and {@code ::} for the one that is all zero. */
  public String addressText() {
    return equals(NONE) ? "::" : host();
  }

  private String compressed() {
    int[] groups = new int[8];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = (int) ((i < 4 ? high : low) >>> (48 - 16 * (i % 4)) & 0xffff);
    }
    int start = -1;
    int length = 1; // a single group of zeros is written out
    for (int i = 0; i < groups.length; i++) {
      int end = i;
      while (end < groups.length && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        start = i;
        length = end - i;
      }
      i = Math.max(i, end - 1);
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < groups.length; i++) {
      if (i == start) {
        text.append("::");
        i += length - 1;
      } else {
        if (!text.isEmpty() && text.charAt(text.length() - 1) != ':') {
          text.append(':');
        }
        text.append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}
