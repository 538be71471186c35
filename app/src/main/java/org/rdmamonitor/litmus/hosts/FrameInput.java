// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads fields from the bytes of a frame, in network byte order. It allocates no more than the
 * frame has bytes for.
 */
final class FrameInput {
  private final ByteBuffer buffer;

  /** Reads one element of a list. */
  interface Element<T> {
    T read(FrameInput in) throws HostException;
  }

  FrameInput(byte[] bytes) {
    this.buffer = ByteBuffer.wrap(bytes);
  }

  int u8() throws HostException {
    require(1);
    return buffer.get() & 0xff;
  }

  int u16() throws HostException {
    require(2);
    return buffer.getShort() & 0xffff;
  }

  long u32() throws HostException {
    require(4);
    return buffer.getInt() & 0xffff_ffffL;
  }

  long u64() throws HostException {
    require(8);
    return buffer.getLong();
  }

  boolean flag() throws HostException {
    int value = u8();
    RangeCheck.range("flag", value, 0, 1);
    return value == 1;
  }

  String text(int mostBytes) throws HostException {
    int length = u16();
    RangeCheck.range("length of a text", length, 0, mostBytes);
    require(length);
    ByteBuffer bytes = buffer.slice(buffer.position(), length);
    buffer.position(buffer.position() + length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new HostException("a text is not UTF-8");
    }
  }

  <T> List<T> list(Element<T> element) throws HostException {
    int count = u8();
    List<T> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(element.read(this));
    }
    return list;
  }

  ByteBuffer rest() {
    ByteBuffer rest = buffer.slice().asReadOnlyBuffer();
    buffer.position(buffer.limit());
    return rest;
  }

  void requireEnd() throws HostException {
    if (buffer.hasRemaining()) {
      throw new HostException(buffer.remaining() + " bytes are behind the last field");
    }
  }

  private void require(int bytes) throws HostException {
    if (buffer.remaining() < bytes) {
      throw new HostException("it ends " + (bytes - buffer.remaining()) + " bytes too early");
    }
  }
}
