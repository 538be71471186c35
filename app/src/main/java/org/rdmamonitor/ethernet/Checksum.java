// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

/** The checksum of the Internet protocols (RFC 1071). */
final class Checksum {
  private Checksum() {}

  /** The sum of 16-bit words, not yet folded to 16 bits. */
  static int sum(byte[] data, int from, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
      int value = Byte.toUnsignedInt(data[from + i]);
      sum += i % 2 == 0 ? value << 8 : value;
    }
    return sum;
  }

  /**
   * The checksum of bytes in which the checksum's own field is 0. Of bytes with the right checksum
   * in them it is 0.
   *
   * @param more a sum to add, such as that of a pseudo header
   */
  static int of(byte[] data, int from, int length, int more) {
    long sum = (long) sum(data, from, length) + more;
    while (sum >>> 16 != 0) {
      sum = (sum & 0xffff) + (sum >>> 16);
    }
    return (int) (~sum & 0xffff);
  }
}
