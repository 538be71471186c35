// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class BindingsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void bindingsAreThoseOfThePresentHeader() throws Exception {
    String header =
        Files.readString(ROOT.resolve("bpf/rdma_monitor.h"))
            .replaceAll("(?s)/\\*.*?\\*/", " ")
            .replaceAll("\\s+", " ")
            .strip();
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(header.getBytes(StandardCharsets.UTF_8));
    assertThat(HexFormat.of().formatHex(digest))
        .as("bpf/rdma_monitor.h has changed: run native/jextract/regenerate")
        .isEqualTo(Files.readString(ROOT.resolve("native/jextract/rdma_monitor.sha256")).strip());
  }

  @Test
  void functionsOfTheCLibraryAreLinked() {
    assertThat(LibC.getpid()).isEqualTo((int) ProcessHandle.current().pid());
  }
}
