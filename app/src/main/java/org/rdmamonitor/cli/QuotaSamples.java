// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.rdmamonitor.cli.common.Distribution;
import org.rdmamonitor.cli.process.Pace;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.quota.SampleSource;
import org.rdmamonitor.cli.recordings.Playback;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.recording.RecordingReader;
import org.rdmamonitor.source.Source;
import org.rdmamonitor.source.kernel.watch.KernelOptions;

/** Takes samples for quotas, with what this process is given. */
record QuotaSamples(ProcessContext context) implements SampleSource {
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);

  @Override
  public void play(Path recording, Consumer<Sample> to) {
    Path file = context.directory().resolve(recording);
    try (RecordingReader reader = RecordingReader.open(file)) {
      Playback.readAll(reader, recording, context.err(), to);
    }
  }

  @Override
  public void watch(Duration duration, Consumer<Sample> to) {
    KernelOptions options = KernelOptions.defaults(Distribution.bpfObject());
    try (Pace pace = context.pace().get();
        Source source = context.source().apply(options)) {
      long end = pace.nanos() + duration.toNanos();
      to.accept(source.read());
      boolean undisturbed = true;
      while (undisturbed && pace.nanos() < end) {
        undisturbed = pace.waitUntil(Math.min(end, pace.nanos() + INTERVAL));
        to.accept(source.read());
      }
    }
  }
}
