// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.rdmamonitor.Ratios;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.SyntheticLoad;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Size and speed of a recording of a million calls, 10,000 a second and one sample a second:
 * written, read, and replayed through a ledger; the fastest of the rounds counts. Beside each, in
 * turns, what the same text costs without a meaning: to deflate it, and to inflate it and have
 * Jackson read its tokens.
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
      Ratios written = new Ratios("a recording is written", "its text is deflated");
      double fastest = 0;
      for (int round = 0; round < ROUNDS; round++) {
        double seconds = write(file);
        fastest = Math.max(fastest, CALLS / seconds);
        written.add(seconds, deflate(file));
      }
      System.out.printf("%-28s %,12.0f calls/s%n", "written", fastest);
      System.out.printf(
          "%-28s %,12d bytes, %.1f a call%n",
          "size", Files.size(file), (double) Files.size(file) / CALLS);
      written.print();
      for (boolean ledger : new boolean[] {false, true}) {
        String what = ledger ? "read into a ledger" : "read";
        Ratios reading = new Ratios("a recording is " + what, "its text is inflated and tokenized");
        double best = 0;
        for (int round = 0; round < ROUNDS; round++) {
          double rate = read(file, ledger);
          best = Math.max(best, rate);
          reading.add(CALLS / rate, tokenize(file));
        }
        System.out.printf("%-28s %,12.0f calls/s%n", what, best);
        reading.print();
      }
      seek(file);
    } finally {
      if (args.length == 0) {
        Files.delete(file);
      }
    }
  }

  /** Gives the seconds that it takes. */
  private static double write(Path file) throws IOException {
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
    return nanos / 1e9;
  }

  /** Gives the seconds that it takes to deflate the text of a recording. */
  private static double deflate(Path file) throws IOException {
    byte[] text;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
      text = in.readAllBytes();
    }
    long start = System.nanoTime();
    try (OutputStream out = new GZIPOutputStream(OutputStream.nullOutputStream(), 1 << 13)) {
      out.write(text);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Gives the seconds that it takes to inflate the text of a recording and to read its tokens. */
  private static double tokenize(Path file) throws IOException {
    long start = System.nanoTime();
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 15);
        JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
      while (parser.nextToken() != null) {
        // nothing is made of it
      }
    }
    return (System.nanoTime() - start) / 1e9;
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
