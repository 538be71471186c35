// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

/**
 * Memory that the other end may access.
 *
 * @param address of its first byte, 64 bits without sign, as peers see it: a real address, or one
 *     that starts at 0
 * @param rkey 32 bits without sign
 * @param length bytes, up to 1 TiB; 0 if nothing is opened, with an rkey of 0
 */
public record Region(long address, long rkey, long length) {
  private static final Field RKEY = new Field("rkey", 0, 0xffff_ffffL);
  private static final Field LENGTH = new Field("length", 0, 1L << 40);

  /** Nothing is opened. */
  public static final Region NONE = new Region(0, 0, 0);

  public Region {
    RKEY.check(rkey);
    LENGTH.check(length);
    if (Long.compareUnsigned(address + length, address) < 0) {
      throw new FieldException(
          "length", Long.toString(length), "what ends below 2^64 from the address");
    }
    if (length == 0 && rkey != 0) {
      throw new FieldException("rkey", "another value than 0", "0 where length is 0");
    }
  }

  void write(WireOutput out) {
    out.u64(address);
    out.u32(rkey);
    out.u64(length);
  }

  static Region read(WireInput in) throws WireException {
    return new Region(in.u64(), in.u32(), in.u64());
  }

  /** Leaves out the key and the address. */
  @Override
  public String toString() {
    return length + " bytes";
  }
}
