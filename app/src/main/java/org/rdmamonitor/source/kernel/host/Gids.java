// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

/** GIDs as people write them. */
public final class Gids {
  /** The first 10 bytes 0, then ff ff: an IPv4 address in the last 4 (RFC 4291, 2.5.5.2). */
  private static final long IPV4 = 0xffffL;

  private Gids() {}

  /**
   * A GID as text: an IPv4 address where it maps one ({@code ::ffff:10.0.0.1}), else an IPv6
   * address in its canonical form (RFC 5952); empty for one that is all zero.
   */
  public static String text(long high, long low) {
    if (high == 0 && low == 0) {
      return "";
    }
    return isIpv4(high, low) ? "::ffff:" + ipv4(low) : compressed(high, low);
  }

  /**
   * What a GID stands for as an IP address: {@code 10.0.0.1} where it maps an IPv4 address, else as
   * {@link #text}.
   */
  public static String host(long high, long low) {
    return isIpv4(high, low) ? ipv4(low) : text(high, low);
  }

  private static boolean isIpv4(long high, long low) {
    return high == 0 && low >>> 32 == IPV4;
  }

  private static String ipv4(long low) {
    return "%d.%d.%d.%d"
        .formatted(low >>> 24 & 0xff, low >>> 16 & 0xff, low >>> 8 & 0xff, low & 0xff);
  }

  private static String compressed(long high, long low) {
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
