// SPDX-License-Identifier: MIT
package org.rdmamonitor.ethernet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MacAddressTest {
  @ParameterizedTest
  @CsvSource({
    "02:00:00:00:00:0a, 02:00:00:00:00:0a",
    "FF-ff-FF-ff-FF-ff, ff:ff:ff:ff:ff:ff",
    "2:0:0:0:0:a, 02:00:00:00:00:0a"
  })
  void whatPeopleWriteIsRead(String text, String shown) {
    assertThat(MacAddress.parse(text)).hasToString("Optional[" + shown + "]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "02:00:00:00:00",
        "02:00:00:00:00:00:0a",
        "02:00:00:00:00:0g",
        "020000000000a",
        "02:00:00:00:00:00a",
        "-2:00:00:00:00:0a",
        " 02:00:00:00:00:0a"
      })
  void otherWordsAreNone(String text) {
    assertThat(MacAddress.parse(text)).isEmpty();
  }

  @Test
  void groupsAreToldFromOne() {
    assertThat(MacAddress.BROADCAST.isGroup()).isTrue();
    assertThat(MacAddress.parse("33:33:00:00:00:01").orElseThrow().isGroup()).isTrue();
    assertThat(MacAddress.parse("02:00:00:00:00:01").orElseThrow().isGroup()).isFalse();
    assertThat(new MacAddress(0).isZero()).isTrue();
    assertThatIllegalArgumentException().isThrownBy(() -> new MacAddress(1L << 48));
  }
}
