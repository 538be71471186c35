// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Writes fields as bytes, in network byte order. The records have checked the ranges. */
final class WireOutput {
  private final ByteBuffer buffer;

  WireOutput(ByteBuffer buffer) {
    this.buffer = buffer;
  }

  void u8(int value) {
    buffer.put((byte) value);
  }

  void u16(int value) {
    buffer.putShort((short) value);
  }

  void u24(int value) {
    u8(value >>> 16);
    u16(value);
  }

  void u32(long value) {
    buffer.putInt((int) value);
  }

  void u64(long value) {
    buffer.putLong(value);
  }

  void bytes(byte[] bytes) {
    buffer.put(bytes);
  }

  void coded(Coded value) {
    u8(value.code());
  }

  void text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    u16(bytes.length);
    buffer.put(bytes);
  }
}
