// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.monitor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.cli.loop.Feed;
import org.rdmamonitor.cli.process.ProcessContext;
import org.rdmamonitor.cli.process.ThisHost;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.recording.RecordingWriter;

/** Records beside what is shown, where that is asked for. */
final class Recorder implements Feed.Listener, AutoCloseable {
  private final Optional<RecordingWriter> writer;

  private Recorder(Optional<RecordingWriter> writer) {
    this.writer = writer;
  }

  /** A recorder that writes to a file, or to none. */
  static Recorder to(ProcessContext context, Optional<Path> file, boolean force, Duration interval)
      throws IOException {
    if (file.isEmpty()) {
      return new Recorder(Optional.empty());
    }
    return new Recorder(
        Optional.of(
            RecordingWriter.create(
                context.directory().resolve(file.get()),
                ThisHost.header(context.clock(), interval),
                force)));
  }

  @Override
  public void sample(Sample sample) {
    writer.ifPresent(w -> w.accept(sample));
  }

  @Override
  public boolean keepsLast() {
    return writer.isPresent();
  }

  /** How much was recorded, in words; also after the end. */
  String summary() {
    return writer
        .map(w -> "%d readings, %d calls, %d bytes".formatted(w.samples(), w.calls(), w.bytes()))
        .orElse("");
  }

  @Override
  public void close() {
    writer.ifPresent(RecordingWriter::close);
  }
}
