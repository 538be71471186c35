// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * Writes frames of one interface as pcapng (draft-ietf-opsawg-pcapng), which Wireshark and tcpdump
 * read. Times are in nanoseconds. For one thread at a time.
 */
public final class PcapngWriter implements AutoCloseable {
  private static final int SECTION_HEADER = 0x0a0d0d0a;
  private static final int INTERFACE = 1;
  private static final int STATISTICS = 5;
  private static final int PACKET = 6;
  private static final int BYTE_ORDER = 0x1a2b3c4d;
  private static final short ETHERNET = 1;
  private static final short IF_NAME = 2;
  private static final short IF_TIME_RESOLUTION = 9;
  private static final short APPLICATION = 4;
  private static final short IF_RECEIVED = 4;
  private static final short IF_DROPPED = 5;
  private static final byte NANOSECONDS = 9;

  private final OutputStream out;
  private final int snapLength;

  /**
   * Begins a file.
   *
   * @param out is closed with this writer
   * @param application the name of the program that writes the file
   * @param snapLength how many bytes of each frame are kept at most; from 1
   */
  public PcapngWriter(OutputStream out, String application, String interfaceName, int snapLength)
      throws IOException {
    this.out = out;
    this.snapLength = snapLength;
    ByteBuffer section = buffer(16 + option(application));
    section.putInt(BYTE_ORDER).putShort((short) 1).putShort((short) 0).putLong(-1);
    put(section, APPLICATION, application.getBytes(StandardCharsets.UTF_8));
    block(SECTION_HEADER, section);
    ByteBuffer description = buffer(8 + option(interfaceName) + 8);
    description.putShort(ETHERNET).putShort((short) 0).putInt(snapLength);
    put(description, IF_NAME, interfaceName.getBytes(StandardCharsets.UTF_8));
    put(description, IF_TIME_RESOLUTION, new byte[] {NANOSECONDS});
    block(INTERFACE, description);
  }

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size + 4).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static int option(String text) {
    return 4 + padded(text.getBytes(StandardCharsets.UTF_8).length);
  }

  private static int padded(int length) {
    return (length + 3) / 4 * 4;
  }

  private static void put(ByteBuffer to, short code, byte[] value) {
    to.putShort(code).putShort((short) value.length).put(value);
    to.put(new byte[padded(value.length) - value.length]);
  }

  /**
   * Writes a block. The four zero bytes at the end of its body, for which {@link #buffer} leaves
   * room, are the option that ends the block's options.
   */
  private void block(int type, ByteBuffer body) throws IOException {
    int length = 12 + body.capacity();
    ByteBuffer whole = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    whole.putInt(type).putInt(length).put(body.rewind()).putInt(length);
    out.write(whole.array());
  }

  /**
   * Writes a frame.
   *
   * @param length of the frame on the wire; {@code data} may have fewer bytes of it
   */
  public void frame(Instant time, byte[] data, int length) throws IOException {
    int kept = Math.min(data.length, snapLength);
    long nanos = Math.addExact(time.getEpochSecond() * 1_000_000_000, time.getNano());
    ByteBuffer body = buffer(20 + padded(kept));
    body.putInt(0).putInt((int) (nanos >>> 32)).putInt((int) nanos).putInt(kept).putInt(length);
    body.put(data, 0, kept);
    block(PACKET, body);
  }

  /**
   * Writes how many frames the interface received, and how many of those are missing from the file.
   */
  public void statistics(Instant time, long received, long dropped) throws IOException {
    long nanos = Math.addExact(time.getEpochSecond() * 1_000_000_000, time.getNano());
    ByteBuffer body = buffer(12 + 24);
    body.putInt(0).putInt((int) (nanos >>> 32)).putInt((int) nanos);
    body.putShort(IF_RECEIVED).putShort((short) 8).putLong(received);
    body.putShort(IF_DROPPED).putShort((short) 8).putLong(dropped);
    block(STATISTICS, body);
  }

  /** Flushes what was written so far. */
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
