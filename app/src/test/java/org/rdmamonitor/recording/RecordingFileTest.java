// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of a recording: which is overwritten, who may read it, and which is none. */
class RecordingFileTest extends RecordingTrial {
  @Test
  void anOldFileIsOverwrittenOnlyIfThatIsAskedFor() throws IOException {
    Files.writeString(file, "precious");

    assertThatThrownBy(() -> RecordingWriter.create(file, HEADER, false))
        .isInstanceOf(RecordingException.class)
        .hasMessage(file + ": exists already; --force overwrites it");
    assertThat(file).hasContent("precious");
    RecordingWriter.create(file, HEADER, true).close();
    assertThat(file).isEmptyFile();
  }

  @Test
  void whatIsOverwrittenBecomesAFileOfOnesOwn() throws IOException {
    Files.writeString(file, "precious");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    Path other = Files.createLink(directory.resolve("other"), file);
    RecordingWriter.create(file, HEADER, true).close();

    assertThat(other).hasContent("precious");
    assertThat(file).isEmptyFile();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).containsExactlyInAnyOrder(file, other);
    }
  }

  @Test
  void whatIsNoFileIsNeitherFollowedNorOverwritten() throws IOException, InterruptedException {
    Path target = Files.writeString(directory.resolve("target"), "precious");
    Files.createSymbolicLink(file, target);
    assertNotOverwritten(" is a symbolic link");
    assertThat(target).hasContent("precious");

    Files.delete(target);
    assertNotOverwritten(" is a symbolic link");
    assertThat(target).doesNotExist();

    Files.delete(file);
    Files.createDirectory(file);
    assertNotOverwritten(" is no regular file");

    Files.delete(file);
    assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0);
    assertNotOverwritten(" is no regular file");
  }

  /** Whoever opens a FIFO waits for somebody to write to it. */
  @Test
  void aFifoIsNoRecordingAndNotWaitedFor() throws IOException, InterruptedException {
    assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0);

    assertThatThrownBy(() -> RecordingReader.open(file).close())
        .isInstanceOf(RecordingException.class)
        .hasMessage(file + ": is no regular file");
  }

  private void assertNotOverwritten(String why) throws IOException {
    assertThatThrownBy(() -> RecordingWriter.create(file, HEADER, true).close())
        .isInstanceOf(RecordingException.class)
        .hasMessageStartingWith(file + ":" + why)
        .hasMessageContaining("--force");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left.filter(path -> path.getFileName().toString().contains("test.rec")))
          .hasSize(1);
    }
  }

  @Test
  void aRecordingIsItsOwnersOnly() throws IOException {
    write(load(1, 1));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "QP_COUNT 5\n", "{\"schema\":1,\"type\":\"header\"}\n"})
  void aFileThatIsSomethingElseIsRefused(String text) throws IOException {
    Files.writeString(file, text);

    assertRefused("not a recording of rdma-monitor");
  }

  @Test
  void anotherGzipFileIsRefused() throws IOException {
    try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write("a log\n".getBytes(StandardCharsets.UTF_8));
    }
    assertRefused("not a recording of rdma-monitor");

    member("a log\n");
    assertRefused("not a recording of rdma-monitor");
  }

  @Test
  void aNewerSchemaIsToldFromAForeignFile() throws IOException {
    member("{\"schema\":2,\"type\":\"header\",\"version\":\"3.1\"}\n");

    assertRefused("was recorded by rdma-monitor 3.1 in schema 2; this version reads 1");
  }

  @Test
  void aFileWithoutAWholeLineIsToldSo() throws IOException {
    member("{\"schema\":1,\"type\":\"header\",\"version\":\"3.1\"");

    assertRefused("ends before its first reading");
  }

  @Test
  void aFileThatIsNotThereIsToldSo() {
    assertRefused("there is no such file or directory");
  }

  private void assertRefused(String why) {
    assertThatThrownBy(() -> RecordingReader.open(file).close())
        .isInstanceOf(RecordingException.class)
        .hasMessage(file + ": " + why);
  }
}
