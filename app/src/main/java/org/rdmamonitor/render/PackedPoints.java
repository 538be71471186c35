// SPDX-License-Identifier: MIT
package org.rdmamonitor.render;

import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** The points of a metric, each as its distance from the one before, in few bytes. */
final class PackedPoints {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(16);
  private int lastIndex;
  private long lastValue;

  /** Takes the points of a series. */
  @FunctionalInterface
  interface Consumer {
    void accept(int index, long value) throws IOException;
  }

  /** Adds a point; indexes never decrease. */
  void add(int index, long value) {
    write(index - lastIndex);
    long step = value - lastValue;
    write(step << 1 ^ step >> 63);
    lastIndex = index;
    lastValue = value;
  }

  /** Seven bits in each byte, the lowest first; the highest bit says that more follow. */
  private void write(long number) {
    long rest = number;
    while ((rest & ~0x7f) != 0) {
      bytes.write((int) (rest | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }

  void forEach(Consumer consumer) throws IOException {
    byte[] all = bytes.toByteArray();
    int position = 0;
    int index = 0;
    long value = 0;
    while (position < all.length) {
      long[] numbers = new long[2];
      for (int i = 0; i < numbers.length; i++) {
        int shift = 0;
        boolean more = true;
        while (more) {
          byte b = all[position++];
          numbers[i] |= (b & 0x7fL) << shift;
          shift += 7;
          more = b < 0;
        }
      }
      index += (int) numbers[0];
      value += (numbers[1] >>> 1) ^ -(numbers[1] & 1);
      consumer.accept(index, value);
    }
  }
}
