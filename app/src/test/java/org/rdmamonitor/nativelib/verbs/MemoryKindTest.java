// SPDX-License-Identifier: MIT
package org.rdmamonitor.nativelib.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.nativelib.generated.LibC;

class MemoryKindTest {
  private static final Path LIBRARY = Path.of("../native/target/librdmamonitor_verbs.so");

  @BeforeAll
  static void load() {
    assumeTrue(Files.exists(LIBRARY), "the verbs library was not built");
    Verbs.load(LIBRARY);
  }

  /** Whether this host has memory of a kind is its own affair; without, there is a sentence. */
  @ParameterizedTest
  @EnumSource(MemoryKind.class)
  void memoryIsZeroedAndFreedOrToldOf(MemoryKind kind) {
    try (HostMemory memory = HostMemory.allocate(5000, kind)) {
      assertThat(memory.bytes()).isEqualTo(5000);
      assertThat(memory.start() % 4096).isZero();
      assertThat(memory.descriptor().isPresent()).isEqualTo(kind == MemoryKind.DMA_BUF);
      byte[] contents = new byte[5000];
      memory.buffer(0, 5000).get(contents);
      assertThat(contents).containsOnly(0);
      memory.buffer(4999, 1).put((byte) 1);
    } catch (VerbsException e) {
      assertThat(kind).isNotEqualTo(MemoryKind.PLAIN);
      assertThat(e.getMessage())
          .startsWith("allocate %s of 5000 bytes: ".formatted(kind.title()))
          .endsWith(kind.remedy(e.errno()));
    }
  }

  /** More than any host has set aside. */
  @Test
  void withoutHugePagesItSaysWhatToDo() {
    assertThatThrownBy(() -> HostMemory.allocate(1L << 46, MemoryKind.HUGE_PAGES))
        .isInstanceOf(VerbsException.class)
        .hasMessageContaining("Cannot allocate memory")
        .hasMessageContaining("sysctl vm.nr_hugepages=");
  }

  @Test
  void withoutItsModuleThereIsNoDmaBuf() {
    assertThat(MemoryKind.DMA_BUF.remedy(LibC.ENOENT())).contains("modprobe udmabuf");
    assertThat(MemoryKind.DMA_BUF.remedy(LibC.EACCES())).contains("permissions of /dev/udmabuf");
  }

  @Test
  void thereIsNoMemoryOfNoBytes() {
    assertThatThrownBy(() -> HostMemory.allocate(0, MemoryKind.HUGE_PAGES))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aByteIsLookedAtUntilItIsRight() throws InterruptedException {
    try (HostMemory memory = HostMemory.allocate(2)) {
      memory.buffer(1, 1).put((byte) 200);

      assertThat(memory.spin(1, (byte) 200, 1)).isTrue();
      assertThat(memory.spin(1, (byte) 201, HostMemory.MOST_LOOKS)).isFalse();
      assertThat(memory.spin(0, (byte) 200, 1)).isFalse();
      Thread writer = Thread.ofPlatform().start(() -> memory.buffer(0, 1).put((byte) 7));
      while (!memory.spin(0, (byte) 7, HostMemory.MOST_LOOKS)) {
        Thread.onSpinWait();
      }
      writer.join();
    }
  }

  @Test
  void noByteBeyondItIsLookedAt() {
    try (HostMemory memory = HostMemory.allocate(2)) {
      assertThatThrownBy(() -> memory.spin(2, (byte) 0, 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> memory.spin(0, (byte) 0, 0)).hasMessageContaining("number of looks");
      assertThatThrownBy(() -> memory.spin(0, (byte) 0, HostMemory.MOST_LOOKS + 1))
          .hasMessageContaining("number of looks");
    }
  }
}
