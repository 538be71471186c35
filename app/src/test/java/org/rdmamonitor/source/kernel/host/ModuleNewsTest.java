// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModuleNewsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "add@/module/mlx5_ib\0ACTION=add\0DEVPATH=/module/mlx5_ib\0SUBSYSTEM=module\0",
        "remove@/module/ib_core\0ACTION=remove\0",
        "change@/module/ib_core"
      })
  void aMessageAboutAModuleIsNews(String message) {
    assertThat(ModuleNews.isOfModule(message)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "add@/devices/virtual/net/veth0/queues/rx-0\0ACTION=add\0",
        "add@/devices/virtual/net/x\0DEVPATH=@/module/ib_core\0",
        "add@/bus/module/drivers"
      })
  void aMessageAboutAnythingElseIsNot(String message) {
    assertThat(ModuleNews.isOfModule(message)).isFalse();
  }

  @Test
  void waitingEndsWithoutNews() throws InterruptedException {
    try (ModuleNews news = ModuleNews.listen()) {
      news.await(Duration.ofMillis(1), Duration.ofMillis(1));
    }
  }

  @Test
  void anInterruptEndsWaiting() {
    try (ModuleNews news = ModuleNews.listen()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> news.await(Duration.ofMillis(1), Duration.ofMillis(1)))
          .isInstanceOf(InterruptedException.class);
    }
  }
}
