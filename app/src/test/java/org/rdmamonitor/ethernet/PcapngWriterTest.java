// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PcapngWriterTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The blocks, by type; each begins and ends with its length. */
  private List<Integer> blocks() {
    ByteBuffer file = ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> types = new ArrayList<>();
    while (file.hasRemaining()) {
      int at = file.position();
      types.add(file.getInt());
      int length = file.getInt();
      assertThat(length % 4).isZero();
      assertThat(file.getInt(at + length - 4)).isEqualTo(length);
      file.position(at + length);
    }
    return types;
  }

  @Test
  void aFileHasASectionAnInterfaceFramesAndStatistics() throws IOException {
    try (PcapngWriter writer = new PcapngWriter(out, "test", "eth0", 65_535)) {
      for (int length = 14; length < 18; length++) {
        writer.frame(Instant.EPOCH, new byte[length], length);
      }
      writer.statistics(Instant.EPOCH, 5, 1);
    }

    assertThat(blocks()).containsExactly(0x0a0d0d0a, 1, 6, 6, 6, 6, 5);
  }

  @Test
  void aFrameHasItsTimeAndNoMoreThanWasAskedFor() throws IOException {
    PcapngWriter writer = new PcapngWriter(out, "test", "eth0", 4);
    int before = out.size();
    writer.frame(Instant.parse("2026-11-24T00:00:00.123456789Z"), new byte[] {1, 2, 3, 4, 5}, 60);

    ByteBuffer block = ByteBuffer.wrap(out.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    long time =
        Integer.toUnsignedLong(block.getInt(before + 12)) << 32
            | Integer.toUnsignedLong(block.getInt(before + 16));
    assertThat(time).isEqualTo(1_795_478_400_123_456_789L);
    assertThat(block.getInt(before + 20)).as("kept").isEqualTo(4);
    assertThat(block.getInt(before + 24)).as("on the wire").isEqualTo(60);
    assertThat(block.getInt(before + 28)).isEqualTo(0x0403_0201);
  }
}
