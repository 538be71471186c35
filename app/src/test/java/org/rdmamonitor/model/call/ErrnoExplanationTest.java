// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrnoExplanationTest {
  @ParameterizedTest
  @CsvSource({
    "MR_REG, 12, 'limit of locked memory, or the device''s'",
    "PD_ALLOC, 12, 'memory, or the device''s limit'",
    "QP_CREATE, 11, rdma.max of the cgroup",
    "GID_QUERY, 11, 'a limit for now, or try again'",
    "CQ_DESTROY, 16, something still uses it",
    "QP_MODIFY, 110, the peer's address was not resolved",
    "CM_REQ, 110, no answer in time",
  })
  void whatIsSaidOfAVerbComesBeforeWhatIsSaidOfAny(Verb verb, int errno, String brief) {
    assertThat(ErrnoExplanation.of(verb, errno)).map(ErrnoExplanation::brief).hasValue(brief);
  }

  @Test
  void errorsThatSayNothingMoreAreNotExplained() {
    assertThat(ErrnoExplanation.of(Verb.MR_REG, 0)).isEmpty();
    assertThat(ErrnoExplanation.of(Verb.MR_REG, 71)).isEmpty();
  }

  @Test
  void everyExplainedErrorHasAName() {
    assertThat(ErrnoExplanation.explained())
        .isSorted()
        .allSatisfy(errno -> assertThat(Errno.name(errno)).startsWith("E").doesNotContain(" "));
  }
}
