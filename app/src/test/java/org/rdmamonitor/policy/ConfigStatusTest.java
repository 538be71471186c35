// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConfigStatusTest {
  private static ConfigStatus read(String... errors) {
    return new ConfigStatus("f.txt", Instant.EPOCH, List.of(errors), "2 of 22 limits are set");
  }

  @Test
  void nothingIsSaidOfAFileThatIsAsItWasAtTheStart() {
    assertThat(ConfigStatus.UNCHANGED.sentence()).isEmpty();
    assertThat(ConfigStatus.UNCHANGED.isOk()).isTrue();
  }

  @Test
  void aFileThatWasReadAgainSaysWhatHoldsNow() {
    assertThat(read().isOk()).isTrue();
    assertThat(read().sentence()).isEqualTo("f.txt was read again: 2 of 22 limits are set");
  }

  @Test
  void aFileWithErrorsChangesNothingAndSaysTheFirstOfThem() {
    assertThat(read("f.txt:1: no").isOk()).isFalse();
    assertThat(read("f.txt:1: no").sentence())
        .isEqualTo("f.txt has 1 error, the settings from before stay: f.txt:1: no");
    assertThat(read("f.txt:1: no", "f.txt:2: nor this").sentence())
        .isEqualTo("f.txt has 2 errors, the settings from before stay: f.txt:1: no");
  }
}
