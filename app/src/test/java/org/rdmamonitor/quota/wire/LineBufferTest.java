// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LineBufferTest {
  private final LineBuffer buffer = new LineBuffer();

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    buffer.add(bytes, bytes.length);
  }

  private List<String> lines() {
    List<String> result = new ArrayList<>();
    for (Optional<String> line = buffer.next(); line.isPresent(); line = buffer.next()) {
      result.add(line.get());
    }
    return result;
  }

  @Test
  void linesEndWithALineFeedOrAZero() {
    add("one\r\ntwo\0\n\n\0three");

    assertThat(lines()).containsExactly("one", "two");
    add("\n");
    assertThat(lines()).containsExactly("three");
  }

  @Test
  void theFirstRequestMayHaveNoEnd() {
    add("GET_STATS");
    assertThat(buffer.isWhole()).isTrue();
    assertThat(buffer.takeRest()).contains("GET_STATS");
    add("\n");
    assertThat(lines()).isEmpty();
    add("MR_CREATE 40");
    assertThat(buffer.mayBeWhole()).as("only the first").isFalse();
  }

  @Test
  void aNumberMayGoOn() {
    add("MR_CREATE 40");

    assertThat(buffer.isWhole()).isFalse();
    assertThat(buffer.mayBeWhole()).isTrue();
  }

  @Test
  void aLineHasAnEnd() {
    add("x".repeat(LineBuffer.MAX_LINE));
    assertThat(buffer.isTooLong()).isFalse();
    add("x");
    assertThat(buffer.isTooLong()).isTrue();
  }

  /** However it is cut into pieces. */
  @RepeatedTest(20)
  void nothingIsLostOrAdded() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> sent = new ArrayList<>();
    StringBuilder stream = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      String line = "l" + "é".repeat(random.nextInt(random.nextInt(10) == 0 ? 900 : 20)) + i;
      sent.add(line);
      stream.append(line).append(random.nextBoolean() ? "\n" : "\0");
    }
    byte[] bytes = stream.toString().getBytes(StandardCharsets.UTF_8);
    List<String> received = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int length = Math.min(1 + random.nextInt(512), bytes.length - at);
      buffer.add(Arrays.copyOfRange(bytes, at, at + length), length);
      received.addAll(lines());
      at += length;
    }

    assertThat(received).as("seed %d", seed).isEqualTo(sent);
  }
}
