// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {
  @ParameterizedTest
  @CsvSource({
    "9100, 127.0.0.1, 9100",
    "0, 127.0.0.1, 0",
    "0.0.0.0:65535, 0.0.0.0, 65535",
    "node-7.example:80, node-7.example, 80",
    "[::1]:80, ::1, 80",
    "[fe80::1%eth0]:80, fe80::1%eth0, 80",
  })
  void aPortMayHaveAHost(String text, String host, int port) {
    assertThat(ListenAddress.parse(text)).contains(new ListenAddress(host, port));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", ":", "host", "host:", ":80", "65536", "-1", "::1:80", "[::1]", "a b:1", "1:2:3"
      })
  void anythingElseIsNoAddress(String text) {
    assertThat(ListenAddress.parse(text)).isEmpty();
  }

  @Test
  void isWrittenAsItIsRead() {
    assertThat(new ListenAddress("::1", 80)).hasToString("[::1]:80");
    assertThat(ListenAddress.STANDARD).hasToString("127.0.0.1:19879");
  }
}
