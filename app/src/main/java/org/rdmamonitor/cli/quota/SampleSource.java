// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.quota;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.rdmamonitor.model.Sample;

/** Where samples of the monitor come from: a recording, or this host. */
public interface SampleSource {
  /**
   * All samples of a recording, without waiting.
   *
   * @throws org.rdmamonitor.recording.RecordingException if it cannot be read
   */
  void play(Path recording, Consumer<Sample> to) throws IOException;

  /**
   * Samples of this host for so long, or until the user asks to stop.
   *
   * @throws org.rdmamonitor.source.SourceException if it cannot be watched
   */
  void watch(Duration duration, Consumer<Sample> to) throws IOException;
}
