// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Optional;

/**
 * The header of a gzip member (RFC 1952) of a recording. An extra subfield with the id "RM" has the
 * member's length and the time of its first sample, so that a reader can go from one header to the
 * next without inflating anything, as in BGZF (SAM specification, 4.1).
 *
 * @param length bytes of the whole member, including header and trailer
 * @param time of its first sample
 */
record MemberHeader(long length, Instant time) {
  /** Bytes of a header. */
  static final int SIZE = 28;

  /** Bytes of the CRC and the text's length, which follow the deflated data. */
  static final int TRAILER = 8;

  /**
   * More bytes than any real member has: the writer ends a member once it has a few MiB of text.
   */
  private static final long MOST = 1 << 28;

  private static final int MAGIC_DEFLATE_EXTRA = 0x04_08_8b_1f;
  private static final short FROM_UNIX = 0x03_00;
  private static final short EXTRA_LENGTH = 16;
  private static final short ID = 'R' | 'M' << 8;
  private static final short FIELD_LENGTH = 12;

  void write(ByteBuffer buffer) {
    buffer
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(MAGIC_DEFLATE_EXTRA)
        .putInt((int) time.getEpochSecond())
        .putShort(FROM_UNIX)
        .putShort(EXTRA_LENGTH)
        .putShort(ID)
        .putShort(FIELD_LENGTH)
        .putInt((int) length)
        .putLong(Times.epochNanos(time));
  }

  /** Reads a header; empty if these bytes are not one. */
  static Optional<MemberHeader> read(ByteBuffer buffer) {
    if (buffer.order(ByteOrder.LITTLE_ENDIAN).remaining() < SIZE
        || buffer.getInt() != MAGIC_DEFLATE_EXTRA
        || buffer.position(10).getShort() != EXTRA_LENGTH
        || buffer.getShort() != ID
        || buffer.getShort() != FIELD_LENGTH) {
      return Optional.empty();
    }
    long length = Integer.toUnsignedLong(buffer.getInt());
    Instant time = Times.ofEpochNanos(buffer.getLong());
    return length < SIZE + TRAILER || length > MOST
        ? Optional.empty()
        : Optional.of(new MemberHeader(length, time));
  }
}
