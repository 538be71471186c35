// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BindingsTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @ParameterizedTest
  @ValueSource(strings = {"bpf/rdma_monitor.h", "native/ethernet/ethernet.h", "native/verbs/rdma_verbs.h"})
  void bindingsAreThoseOfThePresentHeader(String file) throws Exception {
    String header =
        Files.readString(ROOT.resolve(file))
            .replaceAll("(?s)/\\*.*?\\*/", " ")
            .replaceAll("\\s+", " ")
            .strip();
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(header.getBytes(StandardCharsets.UTF_8));
    assertThat(HexFormat.of().formatHex(digest))
        .as(file + " has changed: run native/jextract/regenerate")
        .isEqualTo(
            Files.readString(
                    ROOT.resolve("native/jextract")
                        .resolve(Path.of(file).getFileName().toString().replace(".h", ".sha256")))
                .strip());
  }

  @Test
  void functionsOfTheCLibraryAreLinked() {
    assertThat(LibC.getpid()).isEqualTo((int) ProcessHandle.current().pid());
  }
}
