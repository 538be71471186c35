// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An Ethernet address.
 *
 * @param value 48 bits; the first byte is the most significant one
 */
public record MacAddress(long value) {
  public static final MacAddress BROADCAST = new MacAddress(0xffff_ffff_ffffL);
  static final int SIZE = 6;

  private static final Pattern FORM =
      Pattern.compile("[0-9a-fA-F]{1,2}(?:[:-][0-9a-fA-F]{1,2}){5}");

  public MacAddress {
    if (value >>> 48 != 0) {
      throw new IllegalArgumentException(Long.toHexString(value));
    }
  }

  /**
   * Reads six two-digit hexadecimal numbers separated by colons or hyphens; empty if the text is
   * something else.
   */
  public static Optional<MacAddress> parse(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    long value = 0;
    for (String part : text.split("[:-]", -1)) {
      value = value << 8 | HexFormat.fromHexDigits(part);
    }
    return Optional.of(new MacAddress(value));
  }

  /** Reads one from six bytes. */
  static MacAddress at(byte[] data, int offset) {
    long value = 0;
    for (int i = 0; i < SIZE; i++) {
      value = value << 8 | Byte.toUnsignedInt(data[offset + i]);
    }
    return new MacAddress(value);
  }

  void write(byte[] data, int offset) {
    for (int i = 0; i < SIZE; i++) {
      data[offset + i] = (byte) (value >>> (8 * (SIZE - 1 - i)));
    }
  }

  /** Whether it addresses a group (multicast); broadcast does too. */
  public boolean isGroup() {
    return (value >>> 40 & 1) != 0;
  }

  /** Whether all bits are 0, which is nobody's address. */
  public boolean isZero() {
    return value == 0;
  }

  /** As in {@code 02:00:00:00:00:0a}. */
  @Override
  public String toString() {
    byte[] bytes = new byte[SIZE];
    write(bytes, 0);
    return HexFormat.ofDelimiter(":").formatHex(bytes);
  }
}
