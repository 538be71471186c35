// SPDX-License-Identifier: MIT
package org.rdmamonitor.secure.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PatternTest {
  private static final int ROOM = 64;
  private static final int OFFSET = 3;

  private final MemorySegment memory = MemorySegment.ofArray(new byte[ROOM]);

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 8, 9, 16, 31})
  void everyByteCounts(int bytes) {
    long seed = Pattern.seed(Role.ACTIVE, 2, bytes, 7);
    Pattern.fill(memory, OFFSET, bytes, seed);
    assertThat(Pattern.matches(memory, OFFSET, bytes, seed)).isTrue();
    for (int i = 0; i < ROOM; i++) {
      byte before = memory.get(ValueLayout.JAVA_BYTE, i);
      boolean inside = i >= OFFSET && i < OFFSET + bytes;
      assertThat(before != 0).as("byte %d is written", i).isEqualTo(inside);
      memory.set(ValueLayout.JAVA_BYTE, i, (byte) (before ^ 0x80));
      assertThat(Pattern.matches(memory, OFFSET, bytes, seed)).isEqualTo(!inside);
      memory.set(ValueLayout.JAVA_BYTE, i, before);
    }
  }

  @Test
  void theBeginningOfALongerOneIsTheShorterOne() {
    long seed = Pattern.seed(Role.PASSIVE, 0, 20, 1);
    Pattern.fill(memory, 0, 20, seed);
    for (int bytes = 0; bytes <= 20; bytes++) {
      assertThat(Pattern.matches(memory, 0, bytes, seed)).isTrue();
    }
  }

  @Test
  void blankIsWhatNobodyWroteTo() {
    assertThat(Pattern.isBlank(memory, 0, ROOM)).isTrue();
    memory.set(ValueLayout.JAVA_BYTE, ROOM - 1, (byte) 1);
    assertThat(Pattern.isBlank(memory, 0, ROOM)).isFalse();
    assertThat(Pattern.isBlank(memory, 0, ROOM - 1)).isTrue();
  }

  @Test
  void seedsTellSenderLaneSizeAndNumberApart() {
    Set<Long> seeds = new HashSet<>();
    int count = 0;
    for (Role role : Role.values()) {
      for (int lane : new int[] {0, 1, Lane.MOST - 1}) {
        for (long size : new long[] {1, 2, 4096, 1 << 30}) {
          for (long number : new long[] {0, 1, 127, 0xffff_ffffL}) {
            seeds.add(Pattern.seed(role, lane, size, number));
            count++;
          }
        }
      }
    }
    assertThat(seeds).hasSize(count);
    assertThat(Pattern.seed(Role.ACTIVE, 0, 8, 1L << 32))
        .isEqualTo(Pattern.seed(Role.ACTIVE, 0, 8, 0));
  }
}
