// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitsTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "2, 2", "1.5, 1.5", "1.96, 2", "0.04, 0", "10.25, 10.3", "-2.5, -2.5"})
  void aDecimalIsThereWhereItIsNotZero(double number, String text) {
    assertThat(Digits.decimal(number)).isEqualTo(text);
  }
}
