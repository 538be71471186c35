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

/** A gzip member that is being written: it deflates at once what is written to it. */
final class Member extends OutputStream {
  /** Bytes of text that are inflated at once. */
  static final int CHUNK = 1 << 15;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final Deflater deflater;
  private final DeflaterOutputStream deflated;
  private final CRC32 crc = new CRC32();
  private long textLength;

  /**
   * An empty member. It uses the deflater until {@link #finish}; after that another member may use
   * it.
   */
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
   * How much text a member holds, found by inflating it without keeping the text.
   *
   * @param text bytes; for a member that is cut or damaged, those before the cut or damage
   * @param lines bytes of that text up to the end of the last whole line
   * @param whole whether the member is neither cut nor damaged
   */
  record Extent(long text, long lines, boolean whole) {}

  /** Inflates as much of a member as there is, and measures it. */
  static Extent measure(byte[] member, long wholeLength) {
    boolean complete = member.length == wholeLength;
    CRC32 crc = new CRC32();
    byte[] chunk = new byte[CHUNK];
    long text = 0;
    long lines = 0;
    boolean finished;
    boolean damaged = false;
    try (Inflated in = new Inflated(member, complete)) {
      int length = 1;
      while (length > 0 && !damaged) {
        try {
          length = in.next(chunk, CHUNK);
          crc.update(chunk, 0, length);
          int end = lastLineEnd(chunk, length);
          if (end > 0) {
            lines = text + end;
          }
          text += length;
        } catch (DataFormatException e) {
          damaged = true;
        }
      }
      finished = in.isFinished();
    }
    boolean whole = complete && !damaged && finished && hasTrailer(member, crc, text);
    return new Extent(text, lines, whole);
  }

  /**
   * How many bytes of a member, including its header, the first {@code textLength} bytes of its
   * text take up.
   */
  static long lengthOf(byte[] member, long textLength) {
    byte[] chunk = new byte[CHUNK];
    try (Inflated in = new Inflated(member, false)) {
      long left = textLength;
      for (int length = 1; left > 0 && length > 0; left -= length) {
        length = in.next(chunk, (int) Math.min(left, CHUNK));
      }
      return MemberHeader.SIZE + in.used();
    } catch (DataFormatException e) {
      throw new IllegalStateException("text that was inflated before cannot be inflated again", e);
    }
  }

  /** How many bytes of a chunk there are up to the end of the last line that ends in it. */
  private static int lastLineEnd(byte[] chunk, int length) {
    int end = length;
    while (end > 0 && chunk[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static boolean hasTrailer(byte[] member, CRC32 crc, long text) {
    ByteBuffer trailer =
        ByteBuffer.wrap(member, member.length - MemberHeader.TRAILER, MemberHeader.TRAILER)
            .order(ByteOrder.LITTLE_ENDIAN);
    return trailer.getInt() == (int) crc.getValue() && trailer.getInt() == (int) text;
  }

  /**
   * The text of a member, inflated chunk by chunk so that only one chunk is in memory at a time.
   */
  static final class Inflated implements AutoCloseable {
    private final Inflater inflater = new Inflater(true);

    /**
     * Starts at the beginning of the text.
     *
     * @param complete whether the member has its trailer
     */
    Inflated(byte[] member, boolean complete) {
      int data = member.length - MemberHeader.SIZE - (complete ? MemberHeader.TRAILER : 0);
      inflater.setInput(member, Math.min(MemberHeader.SIZE, member.length), Math.max(0, data));
    }

    /**
     * Fills a chunk from its beginning, with as much text as there is.
     *
     * @param most how many bytes at most
     * @return how many bytes; 0 at the end of the text, whether it is complete or cut
     */
    int next(byte[] chunk, int most) throws DataFormatException {
      return inflater.inflate(chunk, 0, most);
    }

    /** Bytes of deflated data that were consumed so far. */
    long used() {
      return inflater.getBytesRead();
    }

    boolean isFinished() {
      return inflater.finished();
    }

    @Override
    public void close() {
      inflater.end();
    }
  }
}
