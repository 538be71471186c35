// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which name was meant by a misspelled one. */
class SuggestionTest {
  @ParameterizedTest
  @CsvSource({
    "QP_COUNT, QP_COUNT, 0",
    "'', ABC, 3",
    "ABC, '', 3",
    "ABC, ABXC, 1",
    "ABXC, ABC, 1",
    "ABC, AXC, 1",
    "AB, BA, 1",
    "XABY, XBAY, 1",
    "ABCD, BADC, 2",
    "AABC, ACBA, 2",
    "ABC, CAB, 2",
    "ABC, XBA, 2",
    "ABXX, YABX, 2",
    "AAB, ABB, 1",
    "ABAB, BABA, 2",
    "KITTEN, SITTING, 3",
    "ABC, XYZ, 3"
  })
  void editsAreLettersThatWereInsertedRemovedReplacedOrSwapped(String from, String to, int edits) {
    assertThat(Suggestion.distance(from, to)).isEqualTo(edits);
    assertThat(Suggestion.distance(to, from)).as("and back").isEqualTo(edits);
  }

  @ParameterizedTest
  @CsvSource({
    "ABCDEF, ABCXYZ, true", // three edits
    "ABCDEFGH, ABCDWXYZ, false", // four
    "ABCD, ABXY, true", // half of its letters
    "ABCD, AXYZ, false",
    "ABC, ABX, true",
    "ABC, AXY, false",
    "A, B, false",
    "A, A, true"
  })
  void aNameIsNearEnoughIfAtMostThreeAndHalfOfTheLettersAreWrong(
      String written, String name, boolean isNear) {
    assertThat(Suggestion.nearest(written, List.of(name)).isPresent()).isEqualTo(isNear);
  }

  @Test
  void theNearestIsMeantAndOfEquallyNearOnesTheFirst() {
    assertThat(Suggestion.nearest("qp_cont", List.of("QP_SORT", "QP_COUNT", "QP_CONST")))
        .contains("QP_COUNT");
    assertThat(Suggestion.nearest("QP_CONT", List.of("NOTHING"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"63, true", "64, false"})
  void whatIsLongerThanAnyNameIsNotCompared(int letters, boolean isCompared) {
    String name = "A".repeat(letters);

    assertThat(Suggestion.nearest(name + "B", List.of(name)).isPresent()).isEqualTo(isCompared);
  }
}
