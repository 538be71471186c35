// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.wire;

import java.util.stream.LongStream;

/**
 * Message sizes: the first, its double and so on up to the last.
 *
 * @param first bytes of payload, without what sealing adds, from 1
 * @param last from {@code first} to 1 GiB
 */
public record Sizes(long first, long last) {
  /** The largest size: 1 GiB, half of what a queue pair can send at once. */
  public static final long LARGEST = 1L << 30;

  private static final Field FIRST = new Field("first_size", 1, LARGEST);

  public Sizes {
    FIRST.check(first);
    new Field("last_size", first, LARGEST).check(last);
  }

  /** One size only. */
  public static Sizes of(long size) {
    return new Sizes(size, size);
  }

  /** All sizes, ascending; at most 31. */
  public LongStream stream() {
    return LongStream.iterate(first, size -> size <= last, size -> size * 2);
  }

  void write(WireOutput out) {
    out.u32(first);
    out.u32(last);
  }

  static Sizes read(WireInput in) throws WireException {
    return new Sizes(in.u32(), in.u32());
  }
}
