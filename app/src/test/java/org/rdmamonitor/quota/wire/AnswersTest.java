// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.RequestVerdict;
import org.rdmamonitor.quota.Resource;

/** Clients know answers by their first words, and read numbers behind others. */
class AnswersTest {
  private static QuotaLimits limits(String... texts) {
    return QuotaLimits.of(
        List.of(texts).stream().map(text -> Limit.parse(text).orElseThrow()).toList());
  }

  @Test
  void aRefusalSaysWhichLimitIsReached() {
    assertThat(Answers.refused(new RequestVerdict.Refused(Resource.QP, "on this host", 5, 5)))
        .isEqualTo("Error: QP limit reached: 5 of 5 queue pairs in use on this host");
  }

  @Test
  void anErrorIsOneLineThatAnyClientCanTake() {
    assertThat(Answers.error("a\nb\u001b")).isEqualTo("Error: a?b?");
    assertThat(Answers.error("x".repeat(233))).isEqualTo("Error: " + "x".repeat(233)).hasSize(240);
    assertThat(Answers.error("x".repeat(234)))
        .isEqualTo("Error: " + "x".repeat(230) + "...")
        .hasSize(240);
  }

  @Test
  void totalsAreFiveLinesWhoseQueuePairsHave32Bits() {
    assertThat(Answers.stats(Holdings.amounts(1, 2, 3, 4096), limits("qp=5", "mr-bytes=8192")))
        .isEqualTo(
            """
            Total QP: 1
            Max QP: 5
            Total MR: 3
            Total Memory Used: 4096 bytes
            Max Memory: 8192 bytes\
            """);
    assertThat(Answers.stats(Holdings.amounts(1, 2, 3, 4096), limits()))
        .contains("\nMax QP: 4294967295\n");
    assertThat(Answers.processStats(Holdings.amounts(1, 2, 3, 4096)))
        .isEqualTo("QP:1,MR:3,Memory:4096");
  }

  @Test
  void successBeginsWithTheWord() {
    assertThat(List.of(Answers.checked(), Answers.credits(), Answers.done("saved")))
        .containsExactly(
            "Success: Memory check passed", "Success: a page for credits", "Success: saved");
    for (RequestKind kind : RequestKind.values()) {
      assertThat(Answers.created(kind)).isEqualTo("Success: " + kind + " created");
      assertThat(Answers.destroyed(kind)).isEqualTo("Success: " + kind + " destroyed");
    }
  }
}
