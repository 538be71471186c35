// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CorrectionTest {
  @ParameterizedTest(name = "{6}")
  @CsvSource({
    // granted, counted, young, released since -> kept, uncovered
    "4, 4, 0, 0, 4, 0, all as it should be",
    "4, 1, 0, 0, 1, 0, objects are gone that nobody told of",
    "4, 1, 3, 0, 4, 0, three are being made",
    "4, 1, 1, 0, 2, 0, one is being made, and two are gone",
    "4, 6, 0, 0, 4, 2, two were never granted",
    "1, 4, 0, 3, 1, 0, three were given back meanwhile",
    "1, 5, 0, 3, 1, 1, three were given back meanwhile, one was never granted",
    "0, 2, 0, 0, 0, 2, nothing was ever granted",
    "3, 0, 0, 0, 0, 0, all are gone",
  })
  void leasesAreHeldAgainstTheKernelsCount(
      long granted,
      long counted,
      long young,
      long released,
      long kept,
      long uncovered,
      String why) {
    assertThat(
            Correction.of(
                Holdings.amounts(granted, 0, 0, 0),
                Holdings.amounts(counted, 0, 0, 0),
                Holdings.amounts(young, 0, 0, 0),
                Holdings.amounts(released, 0, 0, 0)))
        .as(why)
        .isEqualTo(
            new Correction(Holdings.amounts(kept, 0, 0, 0), Holdings.amounts(uncovered, 0, 0, 0)));
  }
}
