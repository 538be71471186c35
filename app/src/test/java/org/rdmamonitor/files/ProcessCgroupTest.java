// SPDX-License-Identifier: MIT
package org.rdmamonitor.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessCgroupTest {
  /** A character to a byte. */
  private static String of(String file) {
    return ProcessCgroup.of(file.getBytes(StandardCharsets.ISO_8859_1))
        .map(path -> new String(path, StandardCharsets.ISO_8859_1))
        .orElse("none");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/system.slice/a.service",
        "/../../pod2/web",
        "/job (deleted)",
        "/a b",
        "/a\\012b", // an escaped newline, which is but what it looks like
        "/a\rb",
        "/a\u0085b",
        "/0::/b",
        "/\u00ff\u00c3",
        "/\u00c3\u00a4",
      })
  void itsPathIsWhateverIsBehindTheUnifiedHierarchysNumber(String path) {
    assertThat(of("0::" + path + "\n")).isEqualTo(path);
    assertThat(of("0::" + path)).as("without an end of the line").isEqualTo(path);
  }

  @Test
  void linesOfOtherHierarchiesMayBeBesideIt() {
    assertThat(of("11:rdma:/old\n1:name=systemd:/0::/x\n0::/new\n")).isEqualTo("/new");
    assertThat(of("0::/new\n11:rdma:/old\n")).isEqualTo("/new");
    assertThat(of("10::/old\n0::/new\n")).isEqualTo("/new");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "0",
        "0:",
        "0::",
        "0::\n",
        "11:rdma:/old\n",
        "10::/old\n",
        "0::relative\n",
      })
  void withoutSuchALineThereIsNone(String file) {
    assertThat(of(file)).isEqualTo("none");
  }

  @Test
  void itIsReadFromTheProcesssDirectory(@TempDir Path process) throws Exception {
    assertThatThrownBy(() -> ProcessCgroup.read(process)).isInstanceOf(NoSuchFileException.class);
    Files.writeString(process.resolve("cgroup"), "0::/job\n");
    assertThat(ProcessCgroup.read(process)).hasValue("/job".getBytes(StandardCharsets.US_ASCII));
  }
}
