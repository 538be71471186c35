// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.recording;

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
    Sample held = last;
    Sample sample =
        held == null || source.next() == Next.NOW
            ? source.read()
            : held.with(List.of(), List.of(), 0);
    last = sample;
    return sample.at(clock.instant(), nanos.getAsLong());
  }

  @Override
  public void close() {
    source.close();
  }
}
