// SPDX-License-Identifier: MIT
package org.rdmamonitor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.units.Bytes;

/** Wherever numbers of bytes are read, the same words are numbers of bytes. */
class SizesTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "4097, 4097",
    "3K, 3072",
    "3k, 3072",
    "7M, 7340032",
    "1g, 1073741824",
    "4T, 4398046511104"
  })
  void oneLetterAtMostIsAPowerOf1024(String word, long bytes) throws IOException {
    assertThat(inConfiguration(word)).hasValue(bytes);
    assertThat(inQuota(word)).hasValue(bytes);
    assertThat(Bytes.parse(word)).hasValue(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "64MG",
        "1KMGT",
        "MG",
        "K",
        "1KK",
        "1KB",
        "1KiB",
        "1Ki",
        "1B",
        "1.5G",
        "1,5G",
        "-1K",
        "+1K",
        "0x10",
        "1e3",
        "1P",
        "1 K",
        "99999999999999999999",
        "16777216T",
        "\u0661K",
        "1\u212a"
      })
  void anythingElseIsNone(String word) throws IOException {
    assertThat(inConfiguration(word)).isEmpty();
    assertThat(inQuota(word)).isEmpty();
    assertThat(Bytes.parse(word)).isEmpty();
  }

  private OptionalLong inConfiguration(String word) throws IOException {
    Path file = Files.writeString(directory.resolve("config.txt"), "MR_BYTES " + word + "\n");
    try {
      return ThresholdsFile.read(file, "config.txt").thresholds().of(new Rule.Total(Size.MR_BYTES));
    } catch (ThresholdsFileException wrong) {
      assertThat(wrong.errors()).hasSize(1);
      return OptionalLong.empty();
    }
  }

  private static OptionalLong inQuota(String word) {
    return Limit.parse("mr-bytes=" + word).stream().mapToLong(Limit::most).findFirst();
  }
}
