// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.units.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Gives the samples of a recording, from its beginning or from a moment. What was cut off or is
 * damaged is skipped; {@link #unusable} tells how much that was. If a file unpacks to more than
 * fits into memory, the caller gets an error; the program does not end.
 */
public final class RecordingReader implements AutoCloseable {
  private static final String FOREIGN = "not a recording of rdma-monitor";

  private final Path file;
  private final FileChannel channel;
  private final JsonFactory factory = new JsonFactory();
  private final Members members;
  private final RecordingHeader header;
  private SampleJson samples = new SampleJson();
  private Lines lines = Lines.NONE;
  private @Nullable Sample pending;

  private RecordingReader(Path file, FileChannel channel) throws IOException {
    this.file = file;
    this.channel = channel;
    this.members = new Members(channel);
    if (members.first().isEmpty()) {
      throw new RecordingException(file, FOREIGN);
    }
    this.header = readHeader();
    members.rewind();
  }

  /**
   * Opens a file.
   *
   * @throws RecordingException if it cannot be read, or is not a recording that this version reads
   */
  public static RecordingReader open(Path file) {
    if (Files.isDirectory(file)) {
      throw new RecordingException(file, "is a directory");
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // Whoever opens a FIFO may wait without end; and members are looked for, forth and back.
      throw new RecordingException(file, "is no regular file");
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(file);
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    }
    try {
      return new RecordingReader(file, channel);
    } catch (IOException | RecordingException | OutOfMemoryError e) {
      try {
        channel.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw switch (e) {
        case IOException io -> RecordingException.of(file, io);
        case OutOfMemoryError error -> tooMuch(file, error);
        default -> (RecordingException) e;
      };
    }
  }

  /** Call this only after letting go of what was held, so that there is memory for the message. */
  private static RecordingException tooMuch(Path file, OutOfMemoryError e) {
    return new RecordingException(
        file,
        "takes more memory than this program has (%s) from one reading on"
            .formatted(Bytes.mebibytes(Runtime.getRuntime().maxMemory())),
        e);
  }

  private RecordingHeader readHeader() throws IOException {
    Optional<RecordingHeader.Line> read;
    try (Lines first = members.next().orElse(Lines.NONE)) {
      ByteBuffer line = first.next();
      if (line == null) {
        throw new RecordingException(file, "ends before its first reading");
      }
      try (JsonParser json = parser(line)) {
        read = RecordingHeader.read(json);
      }
    }
    RecordingHeader.Line versioned = read.orElseThrow(() -> new RecordingException(file, FOREIGN));
    if (versioned.schema() > RecordingHeader.SCHEMA) {
      throw new RecordingException(
          file,
          "was recorded by rdma-monitor %s in schema %d; this version reads %d"
              .formatted(versioned.header().version(), versioned.schema(), RecordingHeader.SCHEMA));
    }
    return versioned.header();
  }

  private JsonParser parser(ByteBuffer line) {
    return factory.createParser(
        ObjectReadContext.empty(),
        line.array(),
        line.arrayOffset() + line.position(),
        line.remaining());
  }

  /** Where the recording comes from. */
  public RecordingHeader header() {
    return header;
  }

  /** Bytes skipped so far because they were cut off or are damaged. */
  public long unusable() {
    return members.unusable();
  }

  /** When the first sample was read. */
  public Instant begin() {
    return members.first().orElseThrow().time();
  }

  /**
   * When the last usable sample was read. {@link #next} continues where it was.
   *
   * @throws RecordingException if the file cannot be read
   */
  public Instant end() {
    try {
      return members.lastLine(this::time).orElse(begin());
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    } catch (OutOfMemoryError e) {
      throw tooMuch(file, e);
    }
  }

  private Optional<Instant> time(ByteBuffer line) {
    try (JsonParser json = parser(line)) {
      json.nextToken();
      boolean sample = false;
      for (String key = json.nextName(); key != null; key = json.nextName()) {
        json.nextToken();
        if (key.equals("type")) {
          sample = json.getString().equals("sample") || json.getString().equals("change");
        } else if (key.equals("time") && sample) {
          return Optional.of(Instant.parse(json.getString()));
        } else {
          json.skipChildren();
        }
      }
      return Optional.empty();
    } catch (JacksonException | DateTimeException e) {
      throw damaged(e);
    }
  }

  /**
   * Goes to a moment: the next sample will be the first that was read at that moment or later.
   *
   * @throws RecordingException if the file cannot be read
   */
  public void seek(Instant time) {
    try {
      members.seek(time);
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    }
    forget();
    Optional<Sample> sample = next();
    while (sample.isPresent() && sample.get().time().isBefore(time)) {
      sample = next();
    }
    pending = sample.orElse(null);
  }

  private void forget() {
    samples = new SampleJson();
    lines.close();
    lines = Lines.NONE;
    pending = null;
  }

  /**
   * The next sample; empty at the end.
   *
   * @throws RecordingException if the file cannot be read
   */
  public Optional<Sample> next() {
    Sample waiting = pending;
    pending = null;
    try {
      while (waiting == null) {
        ByteBuffer line = lines.next();
        if (line != null) {
          waiting = sample(line);
          continue;
        }
        Optional<Lines> more = members.next();
        if (more.isEmpty()) {
          return Optional.empty();
        }
        lines = more.get();
      }
      return Optional.of(waiting);
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    } catch (OutOfMemoryError e) {
      forget();
      throw tooMuch(file, e);
    }
  }

  private @Nullable Sample sample(ByteBuffer line) {
    try (JsonParser json = parser(line)) {
      return samples.read(json);
    } catch (RuntimeException e) {
      // All kinds of exceptions are caught, because the line may contain anything and library code
      // parses it.
      throw damaged(e);
    }
  }

  private RecordingException damaged(RuntimeException e) {
    return new RecordingException(file, "has a line that is no reading", e);
  }

  @Override
  public void close() {
    forget();
    try {
      channel.close();
    } catch (IOException e) {
      throw RecordingException.of(file, e);
    }
  }
}
