// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;

class SampleFilesTest {
  @Test
  void everyConfigurationFileOfTheProjectIsRightAndSetsSomething() throws Exception {
    assertThat(files())
        .hasSizeGreaterThan(2)
        .allSatisfy(file ->
            assertThat(ThresholdsFile.read(file, file.toString())).isNotEqualTo(Settings.STANDARD));
  }

  @Test
  void theFileAtTheTopNamesEveryRule() throws Exception {
    assertThat(
            Files.readString(Path.of("../config.txt"))
                .lines()
                .map(line -> line.split("\\s", -1)[0]))
        .containsAll(Rule.all().stream().map(Rule::name).toList());
  }

  @Test
  void theSampleOfFindingsHasEverySettingWithItsDefault() throws Exception {
    Path sample = Path.of("../samples/config/findings.txt");
    String expected =
        Arrays.stream(FindingLimit.values())
            .map(limit -> limit.name() + " " + limit.standard())
            .collect(Collectors.joining("\n"));

    assertThat(
            Files.readString(sample)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.replaceAll("#.*", "").strip().replaceAll("\\s+", " "))
                .filter(line -> !line.startsWith("MR_DEREG"))
                .collect(Collectors.joining("\n")))
        .isEqualTo(expected);
    assertThat(ThresholdsFile.read(sample, "").findings().changed()).isZero();
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> samples = Files.list(Path.of("../samples/config"))) {
      return Stream.concat(Stream.of(Path.of("../config.txt")), samples).toList();
    }
  }
}
