// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.rdmamonitor.nativelib.ethernet.FrameTemplate;

/**
 * Which frames to send.
 *
 * @param source the frames' source address
 * @param destination their destination address
 * @param tags VLAN ids, the outermost first; 0 to 4095
 * @param contents at least one; the flows take them in turn
 * @param fromPort source port of the first flow; each further flow has the next port
 * @param toPort destination port of all flows
 * @param flows how many, 1 to {@link FrameTemplate#MOST_FLOWS}
 * @param sizes of frames, without the frame check sequence
 */
public record TrafficPlan(
    MacAddress source,
    MacAddress destination,
    List<Integer> tags,
    List<Content> contents,
    int fromPort,
    int toPort,
    int flows,
    SizeMix sizes) {
  /** The Ethertype for experiments (IEEE Std 802, local experimental Ethertype 1). */
  private static final int EXPERIMENTAL = 0x88b5;

  private static final int TAG = 0x8100;
  private static final int OUTER_TAG = 0x88a8;
  private static final int LIFETIME = 64;
  private static final int TCP_ACK = 0x10;

  /** The protocol of a frame's contents. */
  public enum Protocol {
    /** No packet of any protocol: only the stamp and filling. */
    RAW,
    UDP,
    TCP;

    int headerSize() {
      return switch (this) {
        case RAW -> 0;
        case UDP -> 8;
        case TCP -> 20;
      };
    }

    int number() {
      return this == UDP ? 17 : 6;
    }
  }

  /**
   * What is in a frame.
   *
   * @param from source address; only used for UDP and TCP, and of the same family as {@code to}
   * @param to destination address
   */
  public record Content(Protocol protocol, InetAddress from, InetAddress to) {
    /** For frames without a packet. */
    public static final Content RAW =
        new Content(
            Protocol.RAW, InetAddress.getLoopbackAddress(), InetAddress.getLoopbackAddress());

    private boolean isIpv4() {
      return from instanceof Inet4Address;
    }

    private int headerSize() {
      return protocol == Protocol.RAW ? 0 : (isIpv4() ? 20 : 40) + protocol.headerSize();
    }
  }

  public TrafficPlan {
    tags = List.copyOf(tags);
    contents = List.copyOf(contents);
  }

  private int networkAt() {
    return 2 * MacAddress.SIZE + Short.BYTES + 4 * tags.size();
  }

  private int stampAt(Content content) {
    return networkAt() + content.headerSize();
  }

  /**
   * Bytes of the smallest frame that has room for a stamp and for the headers of whichever contents
   * need most.
   */
  public int leastSize() {
    return contents.stream().mapToInt(this::stampAt).max().orElseThrow() + FrameTemplate.STAMP_SIZE;
  }

  /**
   * The frames, in the order in which they are sent. Every flow uses every size as often as the mix
   * says. If that takes more than {@link FrameTemplate#MOST_FLOWS} frames, each flow has only one
   * size.
   *
   * @throws IllegalArgumentException if a size is below {@link #leastSize}
   */
  public List<FrameTemplate> templates() {
    if (sizes.smallest() < leastSize()) {
      throw new IllegalArgumentException(sizes.smallest() + " bytes");
    }
    List<Integer> sequence = sizes.sequence();
    int rounds = flows * sequence.size() <= FrameTemplate.MOST_FLOWS ? sequence.size() : 1;
    List<FrameTemplate> result = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int flow = 0; flow < flows; flow++) {
        result.add(template(flow, sequence.get((round + flow) % sequence.size())));
      }
    }
    return result;
  }

  private FrameTemplate template(int flow, int size) {
    Content content = contents.get(flow % contents.size());
    byte[] data = new byte[size];
    destination.write(data, 0);
    source.write(data, MacAddress.SIZE);
    int at = 2 * MacAddress.SIZE;
    for (int i = 0; i < tags.size(); i++) {
      put(data, at, i < tags.size() - 1 ? OUTER_TAG : TAG);
      put(data, at + 2, tags.get(i));
      at += 4;
    }
    int stamp = stampAt(content);
    for (int i = stamp + FrameTemplate.STAMP_SIZE; i < size; i++) {
      data[i] = filling(i - stamp - FrameTemplate.STAMP_SIZE);
    }
    if (content.protocol == Protocol.RAW) {
      put(data, at, EXPERIMENTAL);
      return new FrameTemplate(data, stamp, 0, flow);
    }
    put(data, at, content.isIpv4() ? 0x0800 : 0x86dd);
    int transport = content.isIpv4() ? ipv4(content, data, size) : ipv6(content, data, size);
    int checksum = transport(content, data, transport, flow);
    return new FrameTemplate(data, stamp, checksum, flow);
  }

  /** A byte of a payload. The native side checks payloads by the same formula. */
  static byte filling(int place) {
    return (byte) (place * 29 + 13);
  }

  private int ipv4(Content content, byte[] data, int size) {
    int at = networkAt();
    data[at] = 0x45;
    put(data, at + 2, size - at);
    put(data, at + 6, 0x4000); // don't fragment
    data[at + 8] = LIFETIME;
    data[at + 9] = (byte) content.protocol.number();
    System.arraycopy(content.from.getAddress(), 0, data, at + 12, 4);
    System.arraycopy(content.to.getAddress(), 0, data, at + 16, 4);
    put(data, at + 10, Checksum.of(data, at, 20, 0));
    return at + 20;
  }

  private int ipv6(Content content, byte[] data, int size) {
    int at = networkAt();
    data[at] = 0x60;
    put(data, at + 4, size - at - 40);
    data[at + 6] = (byte) content.protocol.number();
    data[at + 7] = LIFETIME;
    System.arraycopy(content.from.getAddress(), 0, data, at + 8, 16);
    System.arraycopy(content.to.getAddress(), 0, data, at + 24, 16);
    return at + 40;
  }

  /** Writes the transport header; returns where its checksum is. */
  private int transport(Content content, byte[] data, int at, int flow) {
    put(data, at, fromPort + flow);
    put(data, at + 2, toPort);
    int checksum;
    if (content.protocol == Protocol.UDP) {
      put(data, at + 4, data.length - at);
      checksum = at + 6;
    } else {
      data[at + 12] = 0x50;
      data[at + 13] = TCP_ACK;
      put(data, at + 14, 0xffff);
      checksum = at + 16;
    }
    int length = data.length - at;
    int pseudo =
        Checksum.sum(content.from.getAddress(), 0, content.from.getAddress().length)
            + Checksum.sum(content.to.getAddress(), 0, content.to.getAddress().length)
            + content.protocol.number()
            + length;
    int value = Checksum.of(data, at, length, pseudo);
    put(data, checksum, value == 0 ? 0xffff : value);
    return checksum;
  }

  private static void put(byte[] data, int at, int value) {
    data[at] = (byte) (value >>> 8);
    data[at + 1] = (byte) value;
  }
}
