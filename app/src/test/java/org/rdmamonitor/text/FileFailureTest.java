// SPDX-License-Identifier: MIT
package org.rdmamonitor.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFailureTest {
  @TempDir private Path directory;

  private static String reasonOfReading(Path file) {
    return FileFailure.reason(
        catchThrowableOfType(IOException.class, () -> Files.readAllBytes(file)));
  }

  @Test
  void namesNoFile() throws IOException {
    assertThat(reasonOfReading(directory.resolve("absent"))).isEqualTo("there is no such file");
    Path file = Files.createFile(directory.resolve("file"));
    assertThat(reasonOfReading(file.resolve("below"))).isEqualTo("Not a directory");
    assertThat(reasonOfReading(directory)).isEqualTo("Is a directory");
    assertThat(FileFailure.reason(new AccessDeniedException("/a"))).isEqualTo("permission denied");
  }

  @Test
  void isNeverEmpty() {
    assertThat(FileFailure.reason(new FileSystemException("/a"))).isEqualTo("FileSystemException");
    assertThat(FileFailure.reason(new IOException())).isEqualTo("IOException");
    assertThat(FileFailure.reason(new IOException("Broken pipe"))).isEqualTo("Broken pipe");
  }
}
