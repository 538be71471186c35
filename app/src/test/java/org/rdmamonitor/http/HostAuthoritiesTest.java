// SPDX-License-Identifier: MIT
package org.rdmamonitor.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostAuthoritiesTest {
  @TempDir Path directory;

  @Test
  void theFirstFileThatIsThereIsTaken() throws IOException {
    Path absent = directory.resolve("absent");
    Path first = Files.createFile(directory.resolve("first"));
    Path second = Files.createFile(directory.resolve("second"));

    assertThat(HostAuthorities.file(Optional.empty(), List.of(absent, first, second)))
        .isEqualTo(first);
    assertThat(HostAuthorities.file(Optional.of(""), List.of(absent, second))).isEqualTo(second);
  }

  @Test
  void theOneThatTheEnvironmentNamesIsTakenWhetherItIsThereOrNot() throws IOException {
    Path there = Files.createFile(directory.resolve("there"));

    assertThat(HostAuthorities.file(Optional.of("/no/such/file"), List.of(there)))
        .isEqualTo(Path.of("/no/such/file"));
  }

  @Test
  void aHostWithoutOneIsToldWhatToDo() {
    assertThatExceptionOfType(HttpSetupException.class)
        .isThrownBy(
            () -> HostAuthorities.file(Optional.empty(), List.of(directory.resolve("absent"))))
        .withMessageContaining("ca-certificates")
        .withMessageContaining("ca_file");
  }
}
