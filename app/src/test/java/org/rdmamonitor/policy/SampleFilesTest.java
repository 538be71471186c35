// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SampleFilesTest {
  @Test
  void everyConfigurationFileOfTheProjectIsRightAndSetsSomething() throws Exception {
    assertThat(files())
        .hasSizeGreaterThan(2)
        .allSatisfy(file ->
            assertThat(ThresholdsFile.read(file, file.toString())).isNotEqualTo(Thresholds.NONE));
  }

  @Test
  void theFileAtTheTopNamesEveryRule() throws Exception {
    assertThat(
            Files.readString(Path.of("../config.txt"))
                .lines()
                .map(line -> line.split("\\s", -1)[0]))
        .containsAll(Rule.all().stream().map(Rule::name).toList());
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> samples = Files.list(Path.of("../samples/config"))) {
      return Stream.concat(Stream.of(Path.of("../config.txt")), samples).toList();
    }
  }
}
