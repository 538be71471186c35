// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.posix;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.Hanging;

class ReadinessTest {
  private static final int NO_DESCRIPTOR = -1;

  @TempDir Path directory;

  @Test
  void whoseWaitingEndsUnexpectedlyIsToldOnceAndNobodyWaits() throws Exception {
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    try (Readiness readiness = new Readiness(told::complete, NO_DESCRIPTOR);
        UnixSocket socket = UnixSocket.bind(directory.resolve("socket"))) {
      assertThat(told.get(Hanging.SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(NativeException.class)
          .hasMessageContaining("wait for descriptors");
      try (Readiness.Wait wait = readiness.on(socket)) {
        assertThat(wait.toReceive()).isFalse();
        assertThat(wait.toSend(Duration.ofDays(1))).isFalse();
      }
    }
  }

  @Test
  void anEndThatIsWantedIsNoTrouble() {
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    new Readiness(told::complete).close();

    assertThat(told).isNotDone();
  }
}
