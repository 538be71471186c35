// SPDX-License-Identifier: MIT
package org.rdmamonitor.units;

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

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "65536, 64.0 KiB",
    "1048575, 1023.9 KiB",
    "1048576, 1.0 MiB",
    "1610612736, 1.5 GiB",
    "9223372036854775807, 7.9 EiB",
  })
  void inReports(long bytes, String text) {
    assertThat(Bytes.text(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "65536, 64 KiB",
    "1572864, 1.5 MiB",
    "1048575, 1024 KiB",
    "1125899906842624, 1024 TiB",
  })
  void inSentences(long bytes, String text) {
    assertThat(Bytes.rounded(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1023, 1023", "65536, 64K", "1610612736, 1.5G", "8589934592, 8G"})
  void inColumns(long bytes, String text) {
    assertThat(Bytes.compact(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1023, 1023",
    "1024, 1.00K",
    "28672, 28.0K",
    "1048063, 1023K",
    "1048575, 1.00M",
    "34359738368, 32.0G",
    "9223372036854775807, 8.00E",
  })
  void inCells(long bytes, String text) {
    assertThat(Bytes.cell(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"0, 0 KiB, 0 MiB", "1048575, 1023 KiB, 0 MiB", "8589934592, 8388608 KiB, 8192 MiB"})
  void inOneUnit(long bytes, String kibibytes, String mebibytes) {
    assertThat(Bytes.kibibytes(bytes)).isEqualTo(kibibytes);
    assertThat(Bytes.mebibytes(bytes)).isEqualTo(mebibytes);
  }
}
