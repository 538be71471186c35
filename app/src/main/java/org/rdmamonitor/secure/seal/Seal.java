// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.seal;

/** The format of a sealed message: header, contents, tag. */
public final class Seal {
  /** Bytes in front of the contents. */
  public static final int HEADER_BYTES = 16;

  /** Bytes behind the contents. */
  public static final int TAG_BYTES = 16;

  /** By how much a sealed message is longer than its contents. */
  public static final int OVERHEAD_BYTES = HEADER_BYTES + TAG_BYTES;

  static final int TAG_BITS = 8 * TAG_BYTES;
  static final int NONCE_BYTES = 12;
  static final String CIPHER = "AES/GCM/NoPadding";
  static final int FORMAT = 1;

  private static final int BLOCK_BYTES = 16;

  private Seal() {}

  /** The first 4 bytes of the header: format, direction, queue pair. */
  static int origin(SealKey key) {
    return FORMAT << 24 | key.direction().code() << 16 | key.queuePair();
  }

  /** How many AES blocks a message takes. */
  static long blocks(int contentBytes) {
    return 2 + (contentBytes + BLOCK_BYTES - 1L) / BLOCK_BYTES;
  }
}
