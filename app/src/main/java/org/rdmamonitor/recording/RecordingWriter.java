// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.zip.Deflater;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.units.Bytes;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Records samples. A member is ended, and written in one go, when it has 256 KiB of text or is five
 * seconds old. But each member begins with a whole sample, which may be large; so a member is not
 * ended before it is a few times as long as that first sample, or has 4 MiB of text, or is half a
 * minute old. The file is forced to the disk at most once a second.
 */
public final class RecordingWriter implements Consumer<Sample>, AutoCloseable {
  private static final long TEXT = 1 << 18;
  private static final long MOST_TEXT = 1 << 22;
  private static final long AGE = Duration.ofSeconds(5).toNanos();
  private static final long MOST_AGE = Duration.ofSeconds(30).toNanos();
  private static final long FORCED_EVERY = Duration.ofSeconds(1).toNanos();

  private static final Set<OpenOption> NEW =
      Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);

  /**
   * The file has names, addresses and keys of other users' programs, which concern nobody but its
   * owner.
   */
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path file;
  private final FileChannel channel;
  private final JsonFactory factory = new JsonFactory();
  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final SampleJson samples = new SampleJson();
  private final RecordingHeader header;
  private @Nullable Begun member;
  private boolean headed;
  private long forced;
  private long sampleCount;
  private long callCount;
  private long bytes;

  /** The member being written, with the time and the length of its first sample. */
  private record Begun(Member text, Instant time, long nanos, long firstLength) {}

  private RecordingWriter(Path file, FileChannel channel, RecordingHeader header) {
    this.file = file;
    this.channel = channel;
    this.header = header;
  }

  /**
   * Creates a file that only its owner may read.
   *
   * @param replace whether a new file may replace an existing regular one; the new file has neither
   *     the owner nor the mode of the old one, other hard links keep the old content, and a
   *     symbolic link is not followed
   * @throws RecordingException if the file exists already, is not a regular file, or cannot be
   *     created
   */
  public static RecordingWriter create(Path file, RecordingHeader header, boolean replace) {
    try {
      FileChannel channel = replace ? inPlaceOf(file) : FileChannel.open(file, NEW, OWNER_ONLY);
      return new RecordingWriter(file, channel, header);
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    }
  }

  /** Creates a new file next to another one and renames it to the other's name. */
  private static FileChannel inPlaceOf(Path file) throws IOException {
    checkReplaceable(file);
    Path beside =
        file.resolveSibling(".rdma-monitor-" + UUID.randomUUID().toString().substring(0, 8));
    FileChannel channel = FileChannel.open(beside, NEW, OWNER_ONLY);
    try {
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      return channel;
    } catch (IOException e) {
      try (channel) {
        Files.deleteIfExists(beside);
      } catch (IOException leaving) {
        e.addSuppressed(leaving);
      }
      throw e;
    }
  }

  private static void checkReplaceable(Path file) throws IOException {
    BasicFileAttributes there;
    try {
      there = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException free) {
      return;
    }
    if (there.isSymbolicLink()) {
      throw new RecordingException(file, "is a symbolic link, which --force does not follow");
    }
    if (!there.isRegularFile()) {
      throw new RecordingException(file, "is no regular file, which --force does not overwrite");
    }
  }

  /**
   * Takes in the next sample of the source.
   *
   * @throws RecordingException if the file cannot be written
   */
  @Override
  public void accept(Sample sample) {
    try {
      Begun current = member;
      if (current == null) {
        member = begin(sample);
      } else {
        line(current.text, json -> samples.write(json, sample));
        if (isEnough(current, sample.nanos())) {
          end(current, sample.nanos());
        }
      }
      sampleCount++;
      callCount += sample.calls().size();
    } catch (OutOfMemoryError e) {
      // The member is thrown away, because it may end in the middle of a line.
      member = null;
      headed = bytes > 0;
      throw e;
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    }
  }

  private Begun begin(Sample sample) throws IOException {
    Member text = new Member(deflater);
    if (!headed) {
      line(text, header::write);
      headed = true;
    }
    samples.begin();
    line(text, json -> samples.write(json, sample));
    return new Begun(text, sample.time(), sample.nanos(), text.textLength());
  }

  private void line(Member text, Consumer<JsonGenerator> content) throws IOException {
    long before = text.textLength();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), text)) {
      content.accept(json);
    }
    if (text.textLength() - before > Lines.MOST_BYTES) {
      throw new IOException(
          "cannot hold a reading that takes more than %s"
              .formatted(Bytes.mebibytes(Lines.MOST_BYTES)));
    }
    text.write('\n');
  }

  private static boolean isEnough(Begun member, long nanos) {
    long age = nanos - member.nanos;
    long length = member.text.textLength();
    return length >= Math.clamp(4 * member.firstLength, TEXT, MOST_TEXT)
        || (age >= AGE && length >= 2 * member.firstLength)
        || age >= MOST_AGE;
  }

  private void end(Begun ended, long nanos) throws IOException {
    ByteBuffer whole = ended.text.finish(ended.time);
    member = null;
    bytes += whole.remaining();
    while (whole.hasRemaining()) {
      channel.write(whole);
    }
    if (forced == 0 || nanos - forced >= FORCED_EVERY) {
      channel.force(false);
      forced = nanos;
    }
  }

  /** Samples taken in so far. */
  public long samples() {
    return sampleCount;
  }

  /** Calls in the samples taken in so far. */
  public long calls() {
    return callCount;
  }

  /** Bytes written so far. */
  public long bytes() {
    return bytes;
  }

  /**
   * Writes what is left and forces it to the disk; idempotent.
   *
   * @throws RecordingException if that fails
   */
  @Override
  public void close() {
    if (!channel.isOpen()) {
      return;
    }
    try (channel) {
      Begun last = member;
      if (last != null) {
        end(last, last.nanos);
      }
      channel.force(true);
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    } finally {
      deflater.end();
    }
  }
}
