// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.Inflater;

/** A gzip member that is being written: what is written to it is deflated at once. */
final class Member extends OutputStream {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Deflater deflater;
  private final DeflaterOutputStream deflated;
  private final CRC32 crc = new CRC32();
  private long textLength;

  /** An empty member; the deflater is used from here to {@link #finish}, and then for another. */
  Member(Deflater deflater) {
    this.deflater = deflater;
    deflater.reset();
    bytes.writeBytes(new byte[MemberHeader.SIZE]);
    deflated = new DeflaterOutputStream(bytes, deflater, 1 << 13);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] text, int offset, int length) throws IOException {
    crc.update(text, offset, length);
    textLength += length;
    deflated.write(text, offset, length);
  }

  /** Bytes of text that were written to it. */
  long textLength() {
    return textLength;
  }

  /** The whole member, from its header to its trailer. */
  ByteBuffer finish(Instant firstSample) throws IOException {
    deflated.finish();
    byte[] trailer = new byte[MemberHeader.TRAILER];
    ByteBuffer.wrap(trailer)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) crc.getValue())
        .putInt((int) deflater.getBytesRead());
    bytes.writeBytes(trailer);
    ByteBuffer member = ByteBuffer.wrap(bytes.toByteArray());
    new MemberHeader(member.capacity(), firstSample).write(member);
    return member.rewind();
  }

  /**
   * What a member holds.
   *
   * @param text bytes; of a member that is cut or damaged, those before that
   * @param used how many bytes of the member that took
   * @param whole whether it is neither cut nor damaged
   */
  @SuppressWarnings("ArrayRecordComponent") // read once, by its only reader
  record Text(byte[] text, long used, boolean whole) {}

  /** Inflates what there is of a member. */
  static Text inflate(byte[] member, long wholeLength) {
    Inflater inflater = new Inflater(true);
    try {
      boolean complete = member.length == wholeLength;
      int data = member.length - MemberHeader.SIZE - (complete ? MemberHeader.TRAILER : 0);
      inflater.setInput(member, MemberHeader.SIZE, Math.max(0, data));
      ByteArrayOutputStream text = new ByteArrayOutputStream(5 * member.length);
      byte[] chunk = new byte[1 << 15];
      boolean damaged = false;
      int length = 1;
      while (length > 0 && !damaged) {
        try {
          length = inflater.inflate(chunk);
          text.write(chunk, 0, length);
        } catch (DataFormatException e) {
          damaged = true;
        }
      }
      byte[] all = text.toByteArray();
      boolean whole = complete && !damaged && inflater.finished() && hasTrailer(member, all);
      return new Text(all, MemberHeader.SIZE + inflater.getBytesRead(), whole);
    } finally {
      inflater.end();
    }
  }

  /** How many bytes of a member, its header among them, the begin of its text takes. */
  static long lengthOf(byte[] member, int textLength) {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(member, MemberHeader.SIZE, member.length - MemberHeader.SIZE);
      byte[] text = new byte[textLength];
      int inflated = 0;
      while (inflated < textLength && !inflater.needsInput() && !inflater.finished()) {
        inflated += inflater.inflate(text, inflated, textLength - inflated);
      }
      return MemberHeader.SIZE + inflater.getBytesRead();
    } catch (DataFormatException e) {
      throw new IllegalStateException("text that was inflated before cannot be inflated again", e);
    } finally {
      inflater.end();
    }
  }

  private static boolean hasTrailer(byte[] member, byte[] text) {
    CRC32 crc = new CRC32();
    crc.update(text);
    ByteBuffer trailer =
        ByteBuffer.wrap(member, member.length - MemberHeader.TRAILER, MemberHeader.TRAILER)
            .order(ByteOrder.LITTLE_ENDIAN);
    return trailer.getInt() == (int) crc.getValue() && trailer.getInt() == text.length;
  }
}
