// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The members of a file, one after the other. What is appended to the file after it was opened is
 * not seen.
 */
final class Members {
  private final FileChannel channel;
  private final long size;
  private final Optional<MemberHeader> first;
  private long position;
  private long unusable;

  Members(FileChannel channel) throws IOException {
    this.channel = channel;
    this.size = channel.size();
    this.first = headerAt(0);
  }

  /** The header of the first member; empty if the file does not begin with one. */
  Optional<MemberHeader> first() {
    return first;
  }

  /** Bytes skipped so far because they were cut off or are damaged. */
  long unusable() {
    return unusable;
  }

  void rewind() {
    position = 0;
    unusable = 0;
  }

  private Optional<MemberHeader> headerAt(long offset) throws IOException {
    return MemberHeader.read(ByteBuffer.wrap(bytesAt(offset, MemberHeader.SIZE)));
  }

  /** So many bytes, or fewer if the file ends before. */
  private byte[] bytesAt(long offset, long length) throws IOException {
    byte[] bytes = new byte[(int) Math.clamp(size - offset, 0, length)];
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, offset + buffer.position()) < 0) {
        throw new IOException("became shorter while it was read");
      }
    }
    return bytes;
  }

  /** The text of the next member that can be read; empty at the end. */
  Optional<Lines> next() throws IOException {
    while (position < size) {
      Optional<MemberHeader> header = headerAt(position);
      if (header.isEmpty()) {
        unusable += size - position;
        position = size;
        break;
      }
      long length = header.get().length();
      byte[] bytes = bytesAt(position, length);
      position += length;
      Optional<Lines> lines = lines(bytes, length);
      if (lines.isPresent()) {
        return lines;
      }
      unusable += bytes.length;
    }
    return Optional.empty();
  }

  /**
   * The text of a member. If the file ends before the member does, the text up to there; empty if
   * the member is damaged.
   */
  private Optional<Lines> lines(byte[] bytes, long length) {
    Member.Extent extent = Member.measure(bytes, length);
    boolean cut = bytes.length < length;
    if (!cut && !extent.whole()) {
      return Optional.empty();
    }
    if (extent.lines() < extent.text()) {
      // At least 1: the cut may be inside a byte of deflated data that the last whole line uses
      // too, and then no byte would be counted.
      unusable += Math.max(1, bytes.length - Member.lengthOf(bytes, extent.lines()));
    }
    return Optional.of(new Lines(bytes, extent, !cut));
  }

  /**
   * Goes to the last member that begins at or before a moment, or to the first if there is none.
   */
  void seek(Instant time) throws IOException {
    rewind();
    for (long offset = 0; offset < size; ) {
      Optional<MemberHeader> header = headerAt(offset);
      if (header.isEmpty() || header.get().time().isAfter(time)) {
        return;
      }
      position = offset;
      offset += header.get().length();
    }
  }

  /**
   * Finds the last line from which {@code meaning} gets something. {@link #next} continues where it
   * was.
   *
   * @param meaning what a line means; empty if the line is of no use
   * @return what that line means; empty if there is no such line
   */
  <T> Optional<T> lastLine(Function<ByteBuffer, Optional<T>> meaning) throws IOException {
    List<Long> offsets = new ArrayList<>();
    for (long offset = 0; offset < size; ) {
      Optional<MemberHeader> header = headerAt(offset);
      if (header.isEmpty()) {
        break;
      }
      offsets.add(offset);
      offset += header.get().length();
    }
    long before = position;
    long unusableBefore = unusable;
    Optional<T> result = Optional.empty();
    for (int i = offsets.size() - 1; i >= 0 && result.isEmpty(); i--) {
      position = offsets.get(i);
      try (Lines lines = next().orElse(Lines.NONE)) {
        for (ByteBuffer line = lines.next(); line != null; line = lines.next()) {
          Optional<T> said = meaning.apply(line);
          result = said.isPresent() ? said : result;
        }
      }
    }
    position = before;
    unusable = unusableBefore;
    return result;
  }
}
