// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PseudoFileTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4095, 4096, 4097, 20_000})
  void itsTextIsReadWhateverItsLength(int length) throws IOException {
    String text = "ä".repeat(length / 2) + "b".repeat(length % 2);
    Path file = Files.writeString(directory.resolve("file"), text);

    assertThat(PseudoFile.text(file, StandardCharsets.UTF_8)).isEqualTo(text);
  }

  @Test
  void whatTheKernelMakesWhenItIsReadIsReadToo() throws IOException {
    Path status = Path.of("/proc/self/status");

    assertThat(Files.size(status)).isZero();
    assertThat(PseudoFile.text(status, StandardCharsets.ISO_8859_1)).contains("Name:", "Pid:");
  }

  @Test
  void whatIsNotThereOrIsADirectoryCannotBeRead() {
    assertThatThrownBy(
            () -> PseudoFile.text(directory.resolve("none"), StandardCharsets.ISO_8859_1))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> PseudoFile.text(directory, StandardCharsets.ISO_8859_1))
        .isInstanceOf(IOException.class);
  }
}
