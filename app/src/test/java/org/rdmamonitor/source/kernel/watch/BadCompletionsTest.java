// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.watch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.resource.Device;

class BadCompletionsTest {
  private static final int RETRIES = 12;
  private static final int ACCESS = 10;

  private final BadCompletions completions = new BadCompletions();

  @Test
  void theFirstIsKnownUntilTheEnd() {
    completions.add(7, 17, 1, RETRIES);
    completions.add(7, 17, 1, ACCESS);

    assertThat(completions.take(7, 18, 1)).isEmpty();
    assertThat(completions.take(7, 17, 1)).hasValue(RETRIES);
    assertThat(completions.take(7, 17, 1)).isEmpty();
  }

  @Test
  void nobodySpeaksForAnother() {
    completions.add(8, 17, 1, RETRIES);
    completions.add(7, 17, 2, RETRIES);

    assertThat(completions.take(7, 17, 1)).isEmpty();
    assertThat(completions.take(7, 17, 2)).hasValue(RETRIES);
  }

  @Test
  void aDeviceThatIsNotKnownMayBeAny() {
    completions.add(7, 17, Device.UNKNOWN_INDEX, RETRIES);

    assertThat(completions.take(7, 17, 3)).hasValue(RETRIES);
  }

  @Test
  void theOldestIsForgotten() {
    for (int qpn = 0; qpn <= BadCompletions.MOST; qpn++) {
      completions.add(7, qpn, 1, RETRIES);
    }

    assertThat(completions.take(7, 0, 1)).isEmpty();
    assertThat(completions.take(7, 1, 1)).isPresent();
    assertThat(completions.take(7, BadCompletions.MOST, 1)).isPresent();
  }
}
