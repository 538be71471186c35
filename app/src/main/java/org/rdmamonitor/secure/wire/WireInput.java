// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads fields from bytes, in network byte order. */
final class WireInput {
  private final ByteBuffer buffer;

  /** Reads what remains of the buffer. */
  WireInput(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  int u8() throws WireException {
    require(1);
    return buffer.get() & 0xff;
  }

  int u16() throws WireException {
    require(2);
    return buffer.getShort() & 0xffff;
  }

  int u24() throws WireException {
    return u8() << 16 | u16();
  }

  long u32() throws WireException {
    require(4);
    return buffer.getInt() & 0xffff_ffffL;
  }

  /** All 64 bits; values from 2^63 on come out negative. */
  long u64() throws WireException {
    require(8);
    return buffer.getLong();
  }

  boolean flag(String field) throws WireException {
    int value = u8();
    new Field(field, 0, 1).check(value);
    return value == 1;
  }

  <E extends Enum<E> & Coded> E coded(String field, E[] choices) throws WireException {
    int code = u8();
    for (E choice : choices) {
      if (choice.code() == code) {
        return choice;
      }
    }
    throw new FieldException(
        field,
        Integer.toString(code),
        Arrays.stream(choices)
            .map(choice -> choice.code() + " (" + choice + ")")
            .collect(Collectors.joining(", ")));
  }

  <E extends Enum<E> & Coded> Optional<E> codedOrNone(String field, E[] choices)
      throws WireException {
    require(1);
    if (buffer.get(buffer.position()) == 0) {
      buffer.get();
      return Optional.empty();
    }
    return Optional.of(coded(field, choices));
  }

  String text(String field, int mostBytes) throws WireException {
    int length = u16();
    new Field(field + "_length", 0, mostBytes).check(length);
    require(length);
    ByteBuffer bytes = buffer.slice(buffer.position(), length);
    buffer.position(buffer.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new FieldException(field, "a text that is not UTF-8", "UTF-8");
    }
  }

  /** All bytes that are left. */
  byte[] rest() {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  /**
   * @throws WireException if fewer bytes are left
   */
  void require(long bytes) throws WireException {
    if (buffer.remaining() < bytes) {
      throw new WireException("message: ends " + (bytes - buffer.remaining()) + " bytes too early");
    }
  }

  /**
   * @throws WireException if bytes are left
   */
  void requireEnd() throws WireException {
    if (buffer.hasRemaining()) {
      throw new WireException(
          "message: has " + buffer.remaining() + " bytes behind its last field");
    }
  }
}
