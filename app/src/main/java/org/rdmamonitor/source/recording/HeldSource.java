// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.recording;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.source.Source;

/**
 * Gives the samples of another source as if they were taken now, and repeats the last one when the
 * source has ended: presents a recording as a live host to a caller that asks again and again.
 */
public final class HeldSource implements Source {
  private final Source source;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private @Nullable Sample last;

  /** By how much times are later than in the samples that are read. */
  private Duration later = Duration.ZERO;

  /**
   * A source from another one, which is closed with this.
   *
   * @param clock of the samples' times
   * @param nanos of their monotonic times
   */
  public HeldSource(Source source, InstantSource clock, LongSupplier nanos) {
    this.source = source;
    this.clock = clock;
    this.nanos = nanos;
  }

  @Override
  public Sample read() {
    Instant now = clock.instant();
    Sample sample = last;
    if (sample == null) {
      sample = source.read();
      later = Duration.between(sample.time(), now);
      sample = asIfNow(sample);
    } else if (source.next() == Next.NOW) {
      sample = asIfNow(source.read());
    } else {
      sample = sample.with(List.of(), List.of(), 0);
    }
    last = sample;
    return sample.at(now, nanos.getAsLong());
  }

  private Sample asIfNow(Sample sample) {
    try {
      return sample.later(later);
    } catch (DateTimeException | ArithmeticException e) {
      // Anybody can have made a recording, and it may have times that no clock shows.
      return sample;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
