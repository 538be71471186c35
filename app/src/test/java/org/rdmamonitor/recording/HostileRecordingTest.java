// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.Hanging;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Sample;

/** Recordings that were made to be more than one can hold. */
class HostileRecordingTest {
  private static final String HEADER = "{\"schema\":1,\"type\":\"header\",\"host\":\"h\"}\n";
  private static final String SAMPLE =
      "{\"type\":\"sample\",\"time\":\"2026-11-21T09:00:00Z\",\"nanos\":5}\n";
  private static final int MIB = 1 << 20;

  /** Bytes of a file that may unpack to much. */
  private static final long SMALL = 400_000;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("test.rec");
  }

  /** What is written into a member. */
  private interface Content {
    void write(Member member) throws IOException;
  }

  private void member(Content content) throws IOException {
    Member member = new Member(new Deflater(Deflater.BEST_COMPRESSION, true));
    content.write(member);
    ByteBuffer whole = member.finish(Scenes.START);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (whole.hasRemaining()) {
        channel.write(whole);
      }
    }
    assertThat(file).satisfies(f -> assertThat(Files.size(f)).isLessThan(SMALL));
  }

  private static void text(Member member, String text) throws IOException {
    member.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void repeated(Member member, byte[] piece, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      member.write(piece);
    }
  }

  @Test
  void aLineThatIsLongerThanAnyTrueOneIsAnError() throws IOException {
    member(member -> {
      text(member, HEADER);
      text(member, SAMPLE);
      text(member, "{\"type\":\"");
      repeated(member, "x".repeat(MIB).getBytes(StandardCharsets.UTF_8), 65);
      text(member, "\"}\n");
    });

    try (RecordingReader reader = RecordingReader.open(file)) {
      assertThat(reader.next()).isPresent();
      assertThatThrownBy(reader::next)
          .isInstanceOf(RecordingException.class)
          .hasMessage(
              file + ": has a line of more than 64 MiB, which no recording of rdma-monitor has");
    }
  }

  @Test
  void aFirstLineWithoutEndIsAnErrorToo() throws IOException {
    member(member -> repeated(member, "x".repeat(MIB).getBytes(StandardCharsets.UTF_8), 65));

    assertThatThrownBy(() -> RecordingReader.open(file).close())
        .isInstanceOf(RecordingException.class);
  }

  @Test
  void aMemberThatIsLongerThanAnyTrueOneIsDamaged() throws IOException {
    member(member -> {
      text(member, HEADER);
      text(member, SAMPLE);
    });
    long first = Files.size(file);
    ByteBuffer header = ByteBuffer.allocate(MemberHeader.SIZE);
    new MemberHeader(0xffff_ffffL, Scenes.START).write(header);
    Files.write(file, header.array(), StandardOpenOption.APPEND);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[1]), 6L << 30); // sparse
    }

    try (RecordingReader reader = RecordingReader.open(file)) {
      assertThat(reader.next()).isPresent();
      assertThat(reader.next()).isEmpty();
      assertThat(reader.unusable()).isEqualTo((6L << 30) + 1 - first);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"sample\",\"hooks\":[[\"a\"]]}",
        "{\"type\":\"sample\",\"devices\":[[1",
        "{\"type\":\"sample\",\"calls\":[[1]]}",
        "{\"type\":\"sample\",\"cgroups_gone\":[",
        "{\"type\":\"sample\",\"time\":null}",
        "{\"type\":\"sample\",\"nanos\":1e999999999}",
      })
  void aLineThatEndsTooEarlyOrHasSomethingElseIsAnError(String line) throws IOException {
    member(member -> text(member, HEADER + line + "\n"));

    assertTimeoutPreemptively(
        Hanging.LIMIT,
        () -> {
          try (RecordingReader reader = RecordingReader.open(file)) {
            assertThatThrownBy(reader::next)
                .isInstanceOf(RecordingException.class)
                .hasMessage(file + ": has a line that is no reading");
          }
        });
  }

  @Test
  void muchTextInShortLinesTakesLittleMemory() throws Exception {
    byte[] lines = "{\"type\":\"weather\"}\n".repeat(MIB / 19).getBytes(StandardCharsets.UTF_8);
    member(member -> {
      text(member, HEADER);
      text(member, SAMPLE);
      repeated(member, lines, 100);
      text(member, SAMPLE.replace("\"nanos\":5", "\"nanos\":6"));
    });

    try (RecordingReader reader = RecordingReader.open(file)) {
      assertThat(reader.next()).isPresent();
      assertThat(reader.next().map(Sample::nanos)).isEqualTo(Optional.of(6L));
    }
    Outcome outcome = dumpInLittleMemory();
    assertThat(outcome.output()).isEmpty();
    assertThat(outcome.exitCode()).isZero();
  }

  @Test
  void whatTakesMoreMemoryThanThereIsIsToldInASentence() throws Exception {
    String path = "/" + "x".repeat(MIB / 2);
    member(member -> {
      text(member, HEADER);
      text(member, SAMPLE);
      for (int i = 0; i < 200; i++) {
        text(
            member,
            "{\"type\":\"change\",\"time\":\"2026-11-21T09:00:00Z\",\"nanos\":%d,\"cgroups\":[[%d,\"%s\"]]}\n"
                .formatted(i + 6, i, path));
      }
    });

    Outcome outcome = dumpInLittleMemory();
    assertThat(outcome.output())
        .matches(
            "rdma-monitor: "
                + Pattern.quote(file.toString())
                + ": takes more memory than this program has \\(\\d\\d MiB\\) from one reading"
                + " on\n");
    assertThat(outcome.exitCode()).isEqualTo(1);
  }

  /** How a program ended, and what it said on standard error. */
  private record Outcome(int exitCode, String output) {}

  private Outcome dumpInLittleMemory() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                classPath(),
                "org.rdmamonitor.cli.Main",
                "dump",
                file.toString())
            .directory(directory.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(directory.resolve("errors").toFile())
            .start();
    int exitCode = process.waitFor();
    return new Outcome(exitCode, Files.readString(directory.resolve("errors")));
  }

  private static String classPath() {
    return String.join(
        File.pathSeparator,
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }
}
