// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.SyntheticLoad;
import org.rdmamonitor.model.Sample;

/** What tests of recordings share: a file, and what is written to it. */
abstract class RecordingTrial {
  static final RecordingHeader HEADER =
      new RecordingHeader("node7", "6.1.0-1-amd64", "0.1.0", Scenes.START, Duration.ofMillis(500));

  @TempDir Path directory;
  Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("test.rec");
  }

  static List<Sample> load(int samples, int calls) {
    SyntheticLoad load = new SyntheticLoad(42, calls, Duration.ofMillis(500));
    List<Sample> result = new ArrayList<>();
    for (int i = 0; i < samples; i++) {
      result.add(load.next());
    }
    return result;
  }

  void write(List<Sample> samples) {
    try (RecordingWriter writer = RecordingWriter.create(file, HEADER, false)) {
      samples.forEach(writer);
    }
  }

  /** A file of one member. */
  void member(String text) throws IOException {
    Member member = new Member(new Deflater(Deflater.DEFAULT_COMPRESSION, true));
    member.write(text.getBytes(StandardCharsets.UTF_8));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteBuffer whole = member.finish(Scenes.START);
    while (whole.hasRemaining()) {
      bytes.write(whole.get());
    }
    Files.write(file, bytes.toByteArray());
  }
}
