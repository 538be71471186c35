// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.Health.Figure;

class HealthWordsTest {
  @Test
  void everyFigureHasItsWords() {
    assertThat(HealthWords.values())
        .extracting(HealthWords::figure)
        .containsExactlyInAnyOrder(Figure.values());
  }
}
