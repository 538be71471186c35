// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.recording;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.recording.RecordingException;
import org.rdmamonitor.recording.RecordingReader;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.SourceException;

/**
 * Gives the samples of a recording at the pace at which they were recorded, by a clock that it is
 * given: the first reading gets the first sample, and each further one everything that has become
 * due since, as one sample. Readings that were a little late in the recording do not make it late
 * for those who read on time.
 */
public final class RecordedSource implements Source {
  private static final Duration MOST_LATE = Duration.ofMillis(250);

  private final RecordingReader reader;
  private final LongSupplier clock;
  private final Instant end;
  private final long late;
  private @Nullable Sample following;
  private @Nullable Sample last;
  private long offset;

  /**
   * Plays a reader from its present place to a moment.
   *
   * @param reader closed with this
   * @param clock nanoseconds of recorded time, from any origin
   * @param end what was recorded later is left out
   */
  public RecordedSource(RecordingReader reader, LongSupplier clock, Instant end) {
    this.reader = reader;
    this.clock = clock;
    this.end = end;
    this.late = Math.min(MOST_LATE.toNanos(), reader.header().interval().toNanos() / 4);
    advance();
  }

  private void advance() {
    try {
      following = reader.next().filter(sample -> !sample.time().isAfter(end)).orElse(null);
    } catch (RecordingException e) {
      throw new SourceException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Next next() {
    if (following == null) {
      return Next.NEVER;
    }
    return last == null || isDue(following) ? Next.NOW : Next.LATER;
  }

  private boolean isDue(Sample sample) {
    return sample.nanos() - late <= clock.getAsLong() + offset;
  }

  @Override
  public Sample read() {
    if (last == null) {
      if (following == null) {
        throw new SourceException("there is nothing in this part of the recording");
      }
      offset = following.nanos() - clock.getAsLong();
      last = following;
      advance();
      return last;
    }
    List<ControlCall> calls = new ArrayList<>();
    List<AsyncEvent> events = new ArrayList<>();
    long leftOut = 0;
    Sample latest = last;
    while (following != null && isDue(following)) {
      latest = following;
      calls.addAll(latest.calls());
      events.addAll(latest.asyncEvents());
      leftOut += latest.callsLeftOut();
      advance();
    }
    last = latest.with(calls, events, leftOut);
    return last;
  }

  /** When the sample that was read last was recorded; empty before the first. */
  public Optional<Instant> time() {
    return Optional.ofNullable(last).map(Sample::time);
  }

  @Override
  public void close() {
    reader.close();
  }
}
