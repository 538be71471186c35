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
 * Gives what another source has as if it were read now, and goes on with its last sample when that
 * has ended: a recording as a host that is there, for whoever asks again and again.
 */
public final class HeldSource implements Source {
  private final Source source;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private @Nullable Sample last;

  /** How much later it is than it was in what is read. */
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
      // A recording is of anybody's making, and may have times that no clock shows.
      return sample;
    }
  }

  @Override
  public void close() {
    source.close();
  }
}
