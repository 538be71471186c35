// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {
  @ParameterizedTest
  @CsvSource({"1, true", "10, true", "0, false", "11, false", "5.0, false", "+5, false"})
  void wholeNumbersAreInTheirRange(String word, boolean isInRange) {
    assertThat(Numbers.whole(word, 1, 10).isPresent()).isEqualTo(isInRange);
  }
}
