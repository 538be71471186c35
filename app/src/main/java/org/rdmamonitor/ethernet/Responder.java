// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Answers on behalf of an interface that has no network stack behind it: ARP (RFC 826), ICMP and
 * ICMPv6 echo, IPv6 neighbour solicitation (RFC 4861). It gives no answer to frames that are
 * malformed, fragmented, addressed to another, or have a wrong checksum. VLAN tags are kept in the
 * answer. Immutable.
 */
public final class Responder {
  private static final int HEADER = 14;
  private static final int TAG_SIZE = 4;
  private static final int ARP = 0x0806;
  private static final int IPV4 = 0x0800;
  private static final int IPV6 = 0x86dd;
  private static final int ICMP = 1;
  private static final int ICMPV6 = 58;
  private static final int ECHO_REQUEST_V6 = 128;
  private static final int ECHO_REPLY_V6 = 129;
  private static final int SOLICITATION = 135;
  private static final int ADVERTISEMENT = 136;
  private static final int LIFETIME = 64;
  private static final int NEIGHBOUR_LIFETIME = 255;

  private final MacAddress mac;
  private final Set<List<Byte>> addresses = new HashSet<>();

  /** A responder with this Ethernet address and these IPv4 and IPv6 addresses. */
  public Responder(MacAddress mac, List<InetAddress> addresses) {
    this.mac = mac;
    addresses.forEach(
        address -> this.addresses.add(key(address.getAddress(), 0, address.getAddress().length)));
  }

  private static List<Byte> key(byte[] data, int at, int length) {
    Byte[] bytes = new Byte[length];
    Arrays.setAll(bytes, i -> data[at + i]);
    return List.of(bytes);
  }

  private boolean isOwn(byte[] data, int at, int length) {
    return addresses.contains(key(data, at, length));
  }

  /**
   * The answer to a frame; empty if it gets none.
   *
   * @param frame is not changed
   * @param areChecksumsIn whether the frame's transport checksums must be right; if false, the
   *     sender left them to the device to fill in
   */
  public Optional<byte[]> answer(byte[] frame, boolean areChecksumsIn) {
    int at = 2 * MacAddress.SIZE;
    while (frame.length >= at + TAG_SIZE + 2 && isTag(get(frame, at))) {
      at += TAG_SIZE;
    }
    if (frame.length < HEADER || !isForUs(frame)) {
      return Optional.empty();
    }
    int type = get(frame, at);
    int payload = at + 2;
    return switch (type) {
      case ARP -> arp(frame, payload);
      case IPV4 -> ipv4(frame, payload, areChecksumsIn);
      case IPV6 -> ipv6(frame, payload, areChecksumsIn);
      default -> Optional.empty();
    };
  }

  private static boolean isTag(int type) {
    return type == 0x8100 || type == 0x88a8;
  }

  private boolean isForUs(byte[] frame) {
    MacAddress destination = MacAddress.at(frame, 0);
    return destination.equals(mac) || destination.isGroup();
  }

  private static int get(byte[] data, int at) {
    return Byte.toUnsignedInt(data[at]) << 8 | Byte.toUnsignedInt(data[at + 1]);
  }

  private static void put(byte[] data, int at, int value) {
    data[at] = (byte) (value >>> 8);
    data[at + 1] = (byte) value;
  }

  /** The frame addressed back to its sender, cut to its length, that is without padding. */
  private byte[] back(byte[] frame, int length) {
    byte[] reply = Arrays.copyOf(frame, length);
    System.arraycopy(frame, MacAddress.SIZE, reply, 0, MacAddress.SIZE);
    mac.write(reply, MacAddress.SIZE);
    return reply;
  }

  private Optional<byte[]> arp(byte[] frame, int at) {
    boolean isRequest =
        frame.length >= at + 28
            && get(frame, at) == 1
            && get(frame, at + 2) == IPV4
            && get(frame, at + 4) == (6 << 8 | 4)
            && get(frame, at + 6) == 1
            && isOwn(frame, at + 24, 4);
    if (!isRequest) {
      return Optional.empty();
    }
    byte[] reply = back(frame, at + 28);
    put(reply, at + 6, 2);
    mac.write(reply, at + 8);
    System.arraycopy(frame, at + 24, reply, at + 14, 4);
    System.arraycopy(frame, at + 8, reply, at + 18, 10);
    return Optional.of(reply);
  }

  private Optional<byte[]> ipv4(byte[] frame, int at, boolean areChecksumsIn) {
    if (frame.length < at + 20 || frame[at] != 0x45 || frame[at + 9] != ICMP) {
      return Optional.empty();
    }
    int length = get(frame, at + 2);
    int icmp = at + 20;
    boolean isEcho =
        length >= 28
            && frame.length >= at + length
            && (get(frame, at + 6) & 0x3fff) == 0
            && Checksum.of(frame, at, 20, 0) == 0
            && frame[icmp] == 8
            && frame[icmp + 1] == 0
            && isOwn(frame, at + 16, 4)
            && (!areChecksumsIn || Checksum.of(frame, icmp, length - 20, 0) == 0);
    if (!isEcho) {
      return Optional.empty();
    }
    byte[] reply = back(frame, at + length);
    System.arraycopy(frame, at + 12, reply, at + 16, 4);
    System.arraycopy(frame, at + 16, reply, at + 12, 4);
    reply[at + 8] = LIFETIME;
    put(reply, at + 10, 0);
    put(reply, at + 10, Checksum.of(reply, at, 20, 0));
    reply[icmp] = 0;
    put(reply, icmp + 2, 0);
    put(reply, icmp + 2, Checksum.of(reply, icmp, length - 20, 0));
    return Optional.of(reply);
  }

  private Optional<byte[]> ipv6(byte[] frame, int at, boolean areChecksumsIn) {
    if (frame.length < at + 48 || (frame[at] & 0xf0) != 0x60 || frame[at + 6] != ICMPV6) {
      return Optional.empty();
    }
    int length = get(frame, at + 4);
    int icmp = at + 40;
    if (length < 8
        || frame.length < icmp + length
        || (areChecksumsIn && Checksum.of(frame, icmp, length, pseudo(frame, at, length)) != 0)) {
      return Optional.empty();
    }
    return switch (Byte.toUnsignedInt(frame[icmp])) {
      case ECHO_REQUEST_V6 -> echoV6(frame, at, length);
      case SOLICITATION -> solicitation(frame, at, length);
      default -> Optional.empty();
    };
  }

  private static int pseudo(byte[] frame, int at, int length) {
    return Checksum.sum(frame, at + 8, 32) + ICMPV6 + length;
  }

  private Optional<byte[]> echoV6(byte[] frame, int at, int length) {
    if (!isOwn(frame, at + 24, 16) || frame[at + 41] != 0) {
      return Optional.empty();
    }
    byte[] reply = back(frame, at + 40 + length);
    System.arraycopy(frame, at + 8, reply, at + 24, 16);
    System.arraycopy(frame, at + 24, reply, at + 8, 16);
    reply[at + 7] = LIFETIME;
    reply[at + 40] = (byte) ECHO_REPLY_V6;
    return Optional.of(summed(reply, at, length));
  }

  /**
   * Answers a neighbour solicitation for one of the own addresses. A sender that only checks
   * whether the address is free (duplicate address detection, RFC 4862) has no address to answer to
   * yet; its answer goes to all nodes.
   */
  private Optional<byte[]> solicitation(byte[] frame, int at, int length) {
    boolean isGood =
        length >= 24
            && frame[at + 7] == (byte) NEIGHBOUR_LIFETIME
            && frame[at + 41] == 0
            && isOwn(frame, at + 48, 16);
    if (!isGood) {
      return Optional.empty();
    }
    boolean isTrial = Checksum.sum(frame, at + 8, 16) == 0;
    byte[] reply = back(frame, at + 40);
    reply = Arrays.copyOf(reply, at + 40 + 32);
    put(reply, at + 4, 32);
    reply[at + 7] = (byte) NEIGHBOUR_LIFETIME;
    System.arraycopy(frame, at + 8, reply, at + 24, 16);
    System.arraycopy(frame, at + 48, reply, at + 8, 16);
    if (isTrial) { // answer to all nodes
      byte[] all = new byte[16];
      all[0] = (byte) 0xff;
      all[1] = 2;
      all[15] = 1;
      System.arraycopy(all, 0, reply, at + 24, 16);
      new MacAddress(0x3333_0000_0001L).write(reply, 0);
    }
    reply[at + 40] = (byte) ADVERTISEMENT;
    reply[at + 44] = (byte) (isTrial ? 0x20 : 0x60); // override; solicited if no trial
    System.arraycopy(frame, at + 48, reply, at + 48, 16);
    reply[at + 64] = 2; // option: target link-layer address
    reply[at + 65] = 1;
    mac.write(reply, at + 66);
    return Optional.of(summed(reply, at, 32));
  }

  private static byte[] summed(byte[] reply, int at, int length) {
    put(reply, at + 42, 0);
    put(reply, at + 42, Checksum.of(reply, at + 40, length, pseudo(reply, at, length)));
    return reply;
  }
}
