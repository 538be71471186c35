// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FiguresTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.0166, <0.1",
    "0.5, 0.5",
    "1.9992, 2",
    "2, 2",
    "3.25, 3.3",
    "9.94, 9.9",
    "9.96, 10",
    "10.5, 11",
    "205.4, 205",
    "1234567.4, 1234567",
  })
  void aRateIsWholeOrHasOneDecimalBelowTen(double rate, String text) {
    assertThat(Figures.rate(rate)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"205.4, 200, 205", "200.4, 200, 200.4", "200.01, 200, 200.1", "1.02, 1, 1.1"})
  void aRateAboveALimitIsSeenToBe(double rate, long limit, String text) {
    assertThat(Figures.rateAbove(rate, limit)).isEqualTo(text);
  }

  @Test
  void failuresAreToldByErrorTheMostFrequentFirst() {
    assertThat(Figures.failures(7, Map.of(22, 1L, 12, 3L, 11, 3L)))
        .isEqualTo("7 failed: 3 EAGAIN, 3 ENOMEM, 1 EINVAL");
    assertThat(Figures.failures(2, Map.of())).isEqualTo("2 failed");
  }
}
