// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.quota.Amounts;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Limit;

class RequestTest {
  private static final OptionalLong NONE = OptionalLong.empty();

  @Test
  void thoseOfOldAndNewClientsAreUnderstood() {
    assertThat(Request.parse("QP_CREATE"))
        .isEqualTo(new Request.Create(RequestKind.QP, Amounts.ONE_QP, NONE));
    assertThat(Request.parse("QP_CREATE 12"))
        .isEqualTo(new Request.Create(RequestKind.QP, Amounts.ONE_QP, OptionalLong.of(12)));
    assertThat(Request.parse("CQ_DESTROY"))
        .isEqualTo(new Request.Destroy(RequestKind.CQ, Holdings.ONE_CQ, NONE));
    assertThat(Request.parse("CQ_CREATE entries=256"))
        .isEqualTo(new Request.Create(RequestKind.CQ, Amounts.queue(256), NONE));
    assertThat(Request.parse("CQ_DESTROY entries=0 77"))
        .isEqualTo(new Request.Destroy(RequestKind.CQ, Amounts.queue(0), OptionalLong.of(77)));
    assertThat(Request.parse("CQ_CREATE 77"))
        .isEqualTo(new Request.Create(RequestKind.CQ, Amounts.queue(0), OptionalLong.of(77)));
    assertThat(Request.parse("MR_CREATE 4096"))
        .isEqualTo(new Request.Create(RequestKind.MR, Amounts.region(4096), NONE));
    assertThat(Request.parse("MR_DESTROY 4096 77"))
        .isEqualTo(new Request.Destroy(RequestKind.MR, Amounts.region(4096), OptionalLong.of(77)));
    assertThat(Request.parse("CHECK_MEMORY 1")).isEqualTo(new Request.CheckMemory(1));
    assertThat(Request.parse("GET_STATS")).isEqualTo(new Request.Stats());
    assertThat(Request.parse("GET_PROC_STATS:4"))
        .isEqualTo(new Request.ProcessStats(OptionalLong.of(4)));
    assertThat(Request.parse("GET_PROC_STATS")).isEqualTo(new Request.ProcessStats(NONE));
    assertThat(Request.parse("SHOW")).isEqualTo(new Request.Show());
    assertThat(Request.parse("SAVE")).isEqualTo(new Request.Save());
    assertThat(Request.parse("SET /a b:qp=3"))
        .isEqualTo(new Request.Set(Limit.parse("/a b:qp=3").orElseThrow()));
  }

  @ParameterizedTest
  @CsvSource({
    "MR_CREATE, Invalid MR_CREATE request",
    "MR_CREATE -1, Invalid MR_CREATE request",
    "MR_CREATE 18446744073709551615, Invalid MR_CREATE request",
    "MR_CREATE 99999999999999999999999, Invalid MR_CREATE request",
    "MR_CREATE 1 2 3, Invalid MR_CREATE request",
    "QP_CREATE one, Invalid QP_CREATE request",
    "QP_CREATE entries=1, Invalid QP_CREATE request",
    "CQ_CREATE entries=, Invalid CQ_CREATE request",
    "CQ_CREATE entries=-1, Invalid CQ_CREATE request",
    "CQ_CREATE entries=1 2 3, Invalid CQ_CREATE request",
    "CHECK_MEMORY, Invalid CHECK_MEMORY request",
    "GET_PROC_STATS:x, Invalid GET_PROC_STATS request",
    "SET qp, Invalid SET request",
    "SET, Invalid SET request",
    "PD_CREATE, Unknown request",
    "QP_MODIFY, Unknown request",
    "_CREATE, Unknown request",
    "GET_STATS now, Unknown request",
    "qp_create, Unknown request",
    "HELO, Unknown request",
  })
  void othersAreNot(String line, String why) {
    assertThat(Request.parse(line)).isEqualTo(new Request.Malformed(why));
  }

  @RepeatedTest(5)
  void anythingCanBeParsed() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] pieces = {"QP_", "MR_", "CREATE", "DESTROY", " ", ":", "=", "9", "SET", "/", "*", "é"};
    for (int i = 0; i < 20_000; i++) {
      StringBuilder line = new StringBuilder();
      for (int j = random.nextInt(8); j >= 0; j--) {
        line.append(
            random.nextInt(4) == 0
                ? (char) random.nextInt(0x10000)
                : pieces[random.nextInt(pieces.length)]);
      }
      assertThat(Request.parse(line.toString())).as("seed %d", seed).isNotNull();
    }
  }

  @Test
  void errorsFitIntoOneLineOfAnyClient() {
    String error = Answers.error("a\nb\u001b[2J" + "x".repeat(500));

    assertThat(error.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(256);
    assertThat(error).startsWith("Error: a?b?[2Jx").endsWith("...");
  }
}
