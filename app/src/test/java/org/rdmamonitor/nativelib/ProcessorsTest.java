// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
  private static final Executor PLATFORM = task -> Thread.ofPlatform().start(task);
  private static final Executor VIRTUAL = task -> Thread.ofVirtual().start(task);

  /** The processors that the calling thread may run on, as the kernel writes them: {@code 0-3}. */
  private static String allowed() {
    try {
      return Files.readAllLines(Path.of("/proc/thread-self/status")).stream()
          .filter(line -> line.startsWith("Cpus_allowed_list:"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aThreadIsPinnedAndNoOther() {
    String before = allowed();
    String[] bounds = before.split("[-,]");
    int last = Integer.parseInt(bounds[bounds.length - 1]);

    String pinned =
        CompletableFuture.supplyAsync(
                () -> {
                  Processors.pin(last);
                  return allowed();
                },
                PLATFORM)
            .join();

    assertThat(pinned).isEqualTo(Integer.toString(last));
    assertThat(allowed()).isEqualTo(before);
  }

  @Test
  void aProcessorThatIsNotThereIsToldOf() {
    int count = Processors.count();

    assertThatThrownBy(() -> Processors.pin(count))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "There is no processor %d: this host has 0 to %d.".formatted(count, count - 1));
    assertThatThrownBy(() -> Processors.check(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aVirtualThreadHasNoProcessor() {
    assertThatThrownBy(() -> CompletableFuture.runAsync(() -> Processors.pin(0), VIRTUAL).join())
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("a virtual thread cannot be pinned to a processor");
  }
}
