// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
  private static final Path LIBRARY = Path.of("../native/target/librdmamonitor_verbs.so");
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
    assumeTrue(Files.exists(LIBRARY), "the verbs library was not built");
    Verbs.load(LIBRARY);
    String before = allowed();
    int last = Integer.parseInt(before.replaceFirst(".*[-,]", ""));

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
        .hasMessage("There is no processor %d: this host has 0 to %d.".formatted(count, count - 1));
    assertThatThrownBy(() -> Processors.check(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aVirtualThreadHasNoProcessor() {
    assertThatThrownBy(() -> CompletableFuture.runAsync(() -> Processors.pin(0), VIRTUAL).join())
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("a virtual thread cannot be pinned to a processor");
  }
}
