// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Encodes and decodes messages. A message is a header of 8 bytes (two of magic, the version, the
 * type, and four bytes for the length of what follows), and its fields, see rdma-secure(7). Nothing
 * is allocated for a message before its length is known to be possible for its type, at most 64
 * KiB.
 */
public final class Codec {
  /** The version of the protocol that this program speaks. */
  public static final int VERSION = 1;

  /** Bytes in front of the fields. */
  public static final int HEADER_BYTES = 8;

  /** The first two bytes of every message: "RS". */
  private static final int MAGIC = 0x5253;

  private Codec() {}

  /** The message's bytes, header and all. */
  public static byte[] encode(Message message) {
    ByteBuffer buffer = ByteBuffer.allocate(HEADER_BYTES + MessageType.MOST_BYTES);
    buffer.position(HEADER_BYTES);
    message.write(new WireOutput(buffer));
    int length = buffer.position() - HEADER_BYTES;
    buffer
        .putShort(0, (short) MAGIC)
        .put(2, (byte) VERSION)
        .put(3, (byte) MessageType.of(message).code());
    buffer.putInt(4, length);
    return Arrays.copyOf(buffer.array(), buffer.position());
  }

  /**
   * Decodes one message, which must be all of these bytes.
   *
   * @throws WireException if they are no valid message
   */
  public static Message decode(byte[] bytes) throws WireException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER_BYTES) {
      throw new WireException("message: ends within its header");
    }
    Header header = Header.read(buffer);
    if (buffer.remaining() != header.length) {
      throw new WireException(
          "length: "
              + header.length
              + " is not allowed; allowed: "
              + buffer.remaining()
              + ", the bytes that are there");
    }
    return fields(header, buffer);
  }

  /**
   * Reads the next message.
   *
   * @throws WireException if the bytes are no valid message
   * @throws EOFException if the stream ends in front of it
   * @throws IOException if reading fails
   */
  public static Message read(InputStream in) throws IOException {
    byte[] head = in.readNBytes(HEADER_BYTES);
    if (head.length == 0) {
      throw new EOFException();
    }
    if (head.length < HEADER_BYTES) {
      throw new WireException("message: ends within its header");
    }
    Header header = Header.read(ByteBuffer.wrap(head));
    byte[] body = in.readNBytes(header.length);
    if (body.length < header.length) {
      throw new WireException(
          "message: ends " + (header.length - body.length) + " bytes too early");
    }
    return fields(header, ByteBuffer.wrap(body));
  }

  private static Message fields(Header header, ByteBuffer buffer) throws WireException {
    try {
      WireInput in = new WireInput(buffer);
      Message result = header.type.read(in);
      in.requireEnd();
      return result;
    } catch (FieldException e) {
      throw new WireException(e);
    }
  }

  private record Header(MessageType type, int length) {
    static Header read(ByteBuffer buffer) throws WireException {
      int magic = buffer.getShort() & 0xffff;
      if (magic != MAGIC) {
        throw new WireException(
            "magic: 0x%04x is not allowed; allowed: 0x%04x".formatted(magic, MAGIC));
      }
      int version = buffer.get() & 0xff;
      if (version != VERSION) {
        throw new WireException("version: " + version + " is not allowed; allowed: " + VERSION);
      }
      int code = buffer.get() & 0xff;
      MessageType type =
          MessageType.of(code)
              .orElseThrow(() ->
                  new WireException(
                      "type: "
                          + code
                          + " is not allowed; allowed: 1.."
                          + MessageType.values().length));
      long length = buffer.getInt() & 0xffff_ffffL;
      type.checkLength(length);
      return new Header(type, (int) length);
    }
  }
}
