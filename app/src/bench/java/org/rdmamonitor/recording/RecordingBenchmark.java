// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.SyntheticLoad;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;

/**
 * Size and speed of a recording of a million calls, 10,000 a second and one sample a second:
 * written once, then read several times, and replayed through a ledger; the fastest of the rounds
 * counts.
 */
public final class RecordingBenchmark {
  private static final int CALLS = 1_000_000;
  private static final int CALLS_PER_SAMPLE = 10_000;
  private static final int ROUNDS = 5;

  private RecordingBenchmark() {}

  /** Writes the recording to the file that is named, or to one that is removed at the end. */
  public static void main(String... args) throws IOException {
    Path file = args.length > 0 ? Path.of(args[0]) : Files.createTempFile("benchmark", ".rdmarec");
    try {
      write(file);
      for (boolean ledger : new boolean[] {false, true}) {
        double best = 0;
        for (int round = 0; round < ROUNDS; round++) {
          best = Math.max(best, read(file, ledger));
        }
        System.out.printf("%-28s %,12.0f calls/s%n", ledger ? "read into a ledger" : "read", best);
      }
      seek(file);
    } finally {
      if (args.length == 0) {
        Files.delete(file);
      }
    }
  }

  private static void write(Path file) throws IOException {
    SyntheticLoad load = new SyntheticLoad(1, CALLS_PER_SAMPLE, Duration.ofSeconds(1));
    RecordingHeader header =
        new RecordingHeader("node7", "6.1.0", "0.1.0", Scenes.START, Duration.ofSeconds(1));
    long nanos = 0;
    try (RecordingWriter writer = RecordingWriter.create(file, header, true)) {
      for (int i = 0; i < CALLS / CALLS_PER_SAMPLE; i++) {
        Sample sample = load.next();
        long start = System.nanoTime();
        writer.accept(sample);
        nanos += System.nanoTime() - start;
      }
    }
    double seconds = nanos / 1e9;
    System.out.printf("%-28s %,12.0f calls/s%n", "written", CALLS / seconds);
    System.out.printf(
        "%-28s %,12d bytes, %.1f a call%n",
        "size", Files.size(file), (double) Files.size(file) / CALLS);
  }

  private static double read(Path file, boolean throughLedger) {
    long start = System.nanoTime();
    long calls = 0;
    Ledger ledger = new Ledger();
    try (RecordingReader reader = RecordingReader.open(file)) {
      for (Optional<Sample> next = reader.next(); next.isPresent(); next = reader.next()) {
        calls += next.get().calls().size();
        if (throughLedger) {
          ledger.add(next.get());
          calls += ledger.snapshot().interval().isNegative() ? 1 : 0;
        }
      }
    }
    if (calls != CALLS) {
      throw new IllegalStateException(calls + " calls");
    }
    return CALLS / ((System.nanoTime() - start) / 1e9);
  }

  private static void seek(Path file) {
    Random random = new Random(1);
    long start = System.nanoTime();
    int seeks = 20;
    try (RecordingReader reader = RecordingReader.open(file)) {
      for (int i = 0; i < seeks; i++) {
        reader.seek(reader.begin().plusMillis(random.nextInt(99_000)));
        if (reader.next().isEmpty()) {
          throw new IllegalStateException("there is nothing");
        }
      }
    }
    System.out.printf("%-28s %12.1f ms%n", "seek", (System.nanoTime() - start) / 1e6 / seeks);
  }
}
