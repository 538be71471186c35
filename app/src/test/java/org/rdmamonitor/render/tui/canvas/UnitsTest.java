// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui.canvas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnitsTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "99999, 99999",
    "100000, 100K",
    "262144, 262K",
    "999499, 999K",
    "999500, 1.00M",
    "16777216, 16.8M",
    "-150000, -150K",
    "9223372036854775807, 9.22E",
  })
  void counts(long n, String text) {
    assertThat(Units.count(n)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.01, <0.1",
    "-0.01, >-0.1",
    "0.5, 0.5",
    "4.96, 5",
    "9.94, 9.9",
    "9.96, 10",
    "1060.4, 1060",
    "123456, 123K",
  })
  void rates(double rate, String text) {
    assertThat(Units.rate(rate)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"3, +3", "0, 0", "-2.5, -2.5"})
  void changes(double rate, String text) {
    assertThat(Units.change(rate)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0ns",
    "999, 999ns",
    "1000, 1.00us",
    "12345, 12.3us",
    "999499, 999us",
    "999500, 1.00ms",
    "2500000000, 2.50s",
    "90000000000, 90.0s",
  })
  void shortTimes(long nanos, String text) {
    assertThat(Units.nanos(nanos, Glyphs.ASCII)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0%", "0.001, <1%", "0.384, 38%", "1, 100%"})
  void parts(double part, String text) {
    assertThat(Units.percent(part)).isEqualTo(text);
  }
}
