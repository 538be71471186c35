// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.recordings;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.loop.MonitorLoop;
import org.rdmamonitor.cli.loop.MonitorLoop.Plan;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.model.DeviceFilter;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.recording.RecordingException;
import org.rdmamonitor.recording.RecordingReader;
import org.rdmamonitor.render.Host;
import org.rdmamonitor.render.Report;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;
import org.rdmamonitor.source.recording.RecordedSource;
import org.rdmamonitor.source.recording.SelectedSource;

/**
 * A part of a recording that is played: its {@link #source} and {@link #pace} are all in which a
 * replay differs from watching.
 */
public final class Playback implements AutoCloseable {
  private final ProcessContext context;
  private final Path file;
  private final RecordingReader reader;
  private final Pace pace;
  private final RecordedSource source;

  private Playback(
      ProcessContext context, Path file, RecordingReader reader, Part part, Pace pace) {
    this.context = context;
    this.file = file;
    this.reader = reader;
    this.pace = pace;
    Instant end = reader.end();
    if (part.begin() != null) {
      reader.seek(part.begin().in(reader.begin(), end, context.clock().getZone()));
    }
    this.source =
        new RecordedSource(
            reader,
            pace::nanos,
            part.end() == null
                ? Instant.MAX
                : part.end().in(reader.begin(), end, context.clock().getZone()));
    if (source.next() == Source.Next.NEVER) {
      throw new SourceException(
          "%s: has nothing of that time; it goes from %s to %s"
              .formatted(file, reader.begin(), end));
    }
  }

  /** From when to when; null for the begin and the end of the recording. */
  public record Part(@Nullable Moment begin, @Nullable Moment end) {
    /** All of it. */
    public static final Part WHOLE = new Part(null, null);
  }

  /** Opens a recording, which is played without waiting. */
  public static Playback open(ProcessContext context, Path file, Part part) {
    return open(context, file, part, Double.POSITIVE_INFINITY);
  }

  /**
   * Opens a recording.
   *
   * @param speed recorded time by real time; infinity not to wait
   */
  public static Playback open(ProcessContext context, Path file, Part part, double speed) {
    RecordingReader reader = RecordingReader.open(context.directory().resolve(file));
    Pace pace = new ReplayPace(context.pace().get(), speed);
    try {
      return new Playback(context, file, reader, part, pace);
    } catch (RuntimeException e) {
      pace.close();
      reader.close();
      throw e;
    }
  }

  public Source source() {
    return source;
  }

  /** What it has of these devices. */
  public Source source(DeviceFilter devices) {
    return SelectedSource.of(source, devices);
  }

  public Pace pace() {
    return pace;
  }

  /** Tells when the sample that was read last was recorded. */
  public InstantSource clock() {
    return () -> source.time().orElse(reader.begin());
  }

  /** Between two readings, when it was recorded. */
  public Duration interval() {
    return reader.header().interval();
  }

  /** Reports what a feed of it has, at its own pace and time. */
  public void report(Feed feed, Report report, Plan plan) throws IOException {
    new MonitorLoop(feed, report, context.out(), plan, pace, clock()).run();
  }

  /** Who recorded it. */
  public Host host() {
    return new Host(reader.header().host(), reader.header().kernel(), reader.header().version());
  }

  /**
   * All samples of a recording, without waiting. Says what could not be used of the file.
   *
   * @throws RecordingException if it has none
   */
  public static void readAll(
      RecordingReader reader, Path file, PrintWriter err, Consumer<Sample> to) {
    Optional<Sample> sample = reader.next();
    if (sample.isEmpty()) {
      throw RecordingException.withoutReading(file);
    }
    for (; sample.isPresent(); sample = reader.next()) {
      to.accept(sample.get());
    }
    if (reader.unusable() > 0) {
      err.println(unusable(file, reader.unusable()));
    }
  }

  /** A line that says how much of a file could not be used. */
  private static String unusable(Path file, long bytes) {
    return "rdma-monitor: %s: was cut off or is damaged; %d bytes could not be used"
        .formatted(file, bytes);
  }

  /** Ends it, and says what could not be used of the file. */
  @Override
  public void close() {
    if (reader.unusable() > 0) {
      context.err().println(unusable(file, reader.unusable()));
    }
    source.close();
    pace.close();
  }
}
