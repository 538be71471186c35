// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.hosts;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;

/** Writes fields as bytes, in network byte order. */
final class FrameOutput {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  void u8(int value) {
    bytes.write(value);
  }

  void u16(int value) {
    u8(value >>> 8);
    u8(value);
  }

  void u32(long value) {
    u16((int) (value >>> 16));
    u16((int) value);
  }

  void u64(long value) {
    u32(value >>> 32);
    u32(value);
  }

  void flag(boolean value) {
    u8(value ? 1 : 0);
  }

  void text(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    u16(encoded.length);
    bytes.writeBytes(encoded);
  }

  void raw(ByteBuffer rest) {
    byte[] copy = new byte[rest.remaining()];
    rest.duplicate().get(copy);
    bytes.writeBytes(copy);
  }

  /** Writes a list of up to 255 elements. */
  <T> void list(List<T> list, BiConsumer<T, FrameOutput> element) {
    RangeCheck.range("number of elements", list.size(), 0, HostAddress.MOST);
    u8(list.size());
    list.forEach(each -> element.accept(each, this));
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
