// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns, 0ns",
    "850, 850 ns, 850ns",
    "9420, 9.42 us, 9.42µs",
    "999499, 999 us, 999µs",
    "999500, 1.00 ms, 1.00ms",
    "120000000, 120 ms, 120ms",
    "4000000000000, 4000 s, 4000s",
  })
  void inColumnsTheyHaveThreeDigits(long nanos, String text, String ofTheScreen) {
    assertThat(Times.three(nanos)).isEqualTo(text);
    assertThat(Times.cell(nanos, "µ")).isEqualTo(ofTheScreen);
  }

  @ParameterizedTest
  @CsvSource({
    "PT-5S, 0s",
    "PT59.9S, 59s",
    "PT1M, 1m00",
    "PT4M12S, 4m12",
    "PT59M59.9S, 59m59",
    "PT2H5M, 2h05",
    "P3DT4H, 3d04",
    "P99DT23H, 99d23",
    "P400D, 400d",
  })
  void spansAreInTwoUnitsAtMost(Duration span, String text) {
    assertThat(Times.span(span)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0",
    "PT2S, 2",
    "PT0.5S, 0.5",
    "PT10S, 10",
    "PT1M40S, 100",
    "PT0.125S, 0.125",
    "PT0.000000001S, 0.000000001",
  })
  void secondsHaveNoTrailingZeros(Duration time, String text) {
    assertThat(Times.seconds(time)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 0.0 s", "PT0.0499S, 0.0 s", "PT0.05S, 0.1 s", "PT2S, 2.0 s", "PT1H, 3600.0 s"})
  void momentsHaveADecimal(Duration time, String text) {
    assertThat(Times.tenths(time)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"PT0S, 0 s", "PT2S, 2 s", "PT0.5S, 500 ms", "PT1.5S, 1500 ms", "PT2M, 120 s"})
  void limitsAreWhole(Duration time, String text) {
    assertThat(Times.whole(time)).isEqualTo(text);
  }
}
