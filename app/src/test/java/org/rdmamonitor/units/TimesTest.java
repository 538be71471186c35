// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1 us",
    "12340, 12.3 us",
    "999949, 999.9 us",
    "999960, 1 ms",
    "1500000, 1.5 ms",
    "2000000000, 2 s",
    "7200000000000, 7200 s",
  })
  void timesAreInTheUnitThatSuitsThem(long nanos, String text) {
    assertThat(Times.text(nanos)).isEqualTo(text);
  }
}
