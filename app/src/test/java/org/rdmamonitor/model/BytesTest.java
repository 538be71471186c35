// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BytesTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "4096, 4096",
    "64K, 65536",
    "64k, 65536",
    "2G, 2147483648",
    "4T, 4398046511104",
    "8388607T, 9223370937343148032",
    "8589934591G, 9223372035781033984",
    "9223372036854775807, 9223372036854775807",
  })
  void bytesMayHaveLettersOfPowersOf1024(String word, long bytes) {
    assertThat(Bytes.parse(word)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "K",
        "-1",
        "+1",
        "1.5K",
        "64B",
        "64iB",
        "1MB",
        "1MiB",
        "1Mi",
        "64MG",
        "1KMGT",
        "1E",
        "64 K",
        "0x10",
        "\u0664K", // a digit, but of another script
        "8589934592G", // larger than a long
        "8388608T",
        "99999999999999999999",
      })
  void whatIsNoNumberOfBytesIsNone(String word) {
    assertThat(Bytes.parse(word)).isEmpty();
  }
}
