// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.units.Bytes;

/**
 * The whole lines of a member. Only one is kept in memory at a time, because a small file may
 * unpack to very much. Must be closed unless it was read to its end.
 */
final class Lines implements AutoCloseable {
  /**
   * More bytes than any line of a real recording has, even for a sample that lists half a million
   * objects. The writer refuses to write longer lines, so the reader may refuse to read them.
   */
  static final int MOST_BYTES = 1 << 26;

  private static final byte[] NOTHING = {};

  /** No lines. */
  static final Lines NONE = new Lines(NOTHING, new Member.Extent(0, 0, true), true);

  private final Member.Inflated text;
  private final byte[] chunk;

  /** Bytes of whole lines that are still to be read, after those in the chunk. */
  private long left;

  private int position;
  private int end;

  /**
   * The lines of a member.
   *
   * @param extent what {@link Member#measure} returned
   * @param complete whether the member has its trailer
   */
  Lines(byte[] member, Member.Extent extent, boolean complete) {
    this.text = new Member.Inflated(member, complete);
    this.chunk = new byte[extent.lines() == 0 ? 0 : Member.CHUNK];
    this.left = extent.lines();
  }

  /**
   * The next line, without its end, which is good until the one after it is asked for; null if
   * there is none that has an end.
   *
   * @throws IOException if it is longer than {@link #MOST_BYTES}
   */
  @Nullable ByteBuffer next() throws IOException {
    byte[] line = NOTHING;
    int length = 0;
    while (position < end || fill()) {
      int lineEnd = position;
      while (lineEnd < end && chunk[lineEnd] != '\n') {
        lineEnd++;
      }
      int more = lineEnd - position;
      boolean isWhole = lineEnd < end;
      if (isWhole && length == 0) {
        ByteBuffer found = ByteBuffer.wrap(chunk, position, more);
        position = lineEnd + 1;
        return found;
      }
      if (more > MOST_BYTES - length) {
        close();
        throw new IOException(
            "has a line of more than %s, which no recording of rdma-monitor has"
                .formatted(Bytes.mebibytes(MOST_BYTES)));
      }
      if (length + more > line.length) {
        line = Arrays.copyOf(line, Math.min(MOST_BYTES, Math.max(2 * line.length, length + more)));
      }
      System.arraycopy(chunk, position, line, length, more);
      length += more;
      position = isWhole ? lineEnd + 1 : end;
      if (isWhole) {
        return ByteBuffer.wrap(line, 0, length);
      }
    }
    return null;
  }

  private boolean fill() throws IOException {
    if (left == 0) {
      close();
      return false;
    }
    try {
      position = 0;
      end = (int) Math.min(text.next(chunk, chunk.length), left);
      left -= end;
      if (end == 0) {
        throw new IOException("is not what it was a moment ago");
      }
      return true;
    } catch (DataFormatException e) {
      throw new IOException("is not what it was a moment ago", e);
    }
  }

  @Override
  public void close() {
    left = 0;
    position = 0;
    end = 0;
    text.close();
  }
}
