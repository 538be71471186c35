// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;

class CountsTest {
  @Test
  void hasTheSumsOfEachKindByThemselves() {
    Counts.Builder builder = new Counts.Builder();
    for (Verb verb : Verb.values()) {
      builder.calls(verb, 10, 1);
    }
    for (ResourceType type : ResourceType.values()) {
      builder.objects(type, 5, 2).size(type, 1000);
    }
    Counts counts = builder.build();

    assertThat(counts.allCalls()).isEqualTo(10L * Verb.values().length);
    assertThat(counts.allFailed()).isEqualTo(Verb.values().length);
    assertThat(counts.allLive()).isEqualTo(3L * ResourceType.values().length);
  }
}
