// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.nativelib.posix.Processor;

class SharedWordsTest {
  @Test
  void wordsAreWhereTheDeviceSeesThem() {
    try (HostMemory memory = HostMemory.allocate(128)) {
      SharedWords words = memory.words();

      words.store(64, -2);
      assertThat(words.load(64)).isEqualTo(-2);
      assertThat(memory.buffer(64, 8).getLong(0)).isEqualTo(-2);
      assertThat(words.compareAndExchange(64, 1, 5)).isEqualTo(-2);
      assertThat(words.compareAndExchange(64, -2, 5)).isEqualTo(-2);
      assertThat(words.load(64)).isEqualTo(5);
      assertThat(words.load(0)).isZero();
    }
  }

  @Test
  void onlyWordsInsideAreReached() {
    try (HostMemory memory = HostMemory.allocate(128)) {
      assertThatThrownBy(() -> memory.words().load(128))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> memory.words().store(4, 1))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void litmusTestsNeedTheOrderOfX86() {
    assertThatCode(() -> SharedWords.needTotalStoreOrder(Processor.X86_64, "amd64"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> SharedWords.needTotalStoreOrder(Processor.ARM64, "aarch64"))
        .isInstanceOf(VerbsUnavailableException.class)
        .hasMessage(
            "this processor (aarch64) is not of x86-64, whose memory (TSO) the model is of, so what"
                + " tests show here is no verdict on it; 'rdma-secure litmus check' says what the"
                + " model allows");
  }
}
