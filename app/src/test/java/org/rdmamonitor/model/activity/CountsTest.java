// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.activity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;

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

  private static Counts.Builder none() {
    return new Counts.Builder();
  }

  @Test
  void eachNumberIsThatOfItsVerbTypeOrSize() {
    Counts counts =
        none()
            .calls(Verb.MR_REG, 9, 4)
            .objects(ResourceType.MR, 5, 2)
            .size(Size.MR_BYTES, 4096)
            .build();

    assertThat(Verb.values()).filteredOn(v -> counts.calls(v) == 9).containsOnly(Verb.MR_REG);
    assertThat(Verb.values()).filteredOn(v -> counts.failed(v) == 4).containsOnly(Verb.MR_REG);
    assertThat(ResourceType.values())
        .filteredOn(type -> counts.created(type) == 5)
        .containsOnly(ResourceType.MR);
    assertThat(ResourceType.values())
        .filteredOn(type -> counts.destroyed(type) == 2)
        .containsOnly(ResourceType.MR);
    assertThat(ResourceType.values())
        .filteredOn(type -> counts.live(type) == 3)
        .containsOnly(ResourceType.MR);
    assertThat(Size.values())
        .filteredOn(size -> counts.total(size) == 4096)
        .containsOnly(Size.MR_BYTES);
  }

  @Test
  void whatThereIsIsKnownOfEachKind() {
    Counts called = none().calls(Verb.GID_QUERY, 1, 0).build();
    Counts live = none().live(ResourceType.QP, 1).build();
    Counts sized = none().size(Size.CQ_ENTRIES, 1).build();

    for (Verb verb : Verb.values()) {
      assertThat(none().calls(verb, 1, 0).build().hasCalls()).isTrue();
    }
    for (ResourceType type : ResourceType.values()) {
      assertThat(none().live(type, 1).build().hasLiveObjects()).isTrue();
    }
    for (Size size : Size.values()) {
      assertThat(none().size(size, 1).build().hasSizes()).isTrue();
    }
    assertThat(List.of(called, live, sized)).filteredOn(Counts::hasCalls).containsOnly(called);
    assertThat(List.of(called, live, sized)).filteredOn(Counts::hasLiveObjects).containsOnly(live);
    assertThat(List.of(called, live, sized)).filteredOn(Counts::hasSizes).containsOnly(sized);
    assertThat(List.of(called, live, sized))
        .filteredOn(Counts::hasCallsOrObjects)
        .containsOnly(called, live);
    assertThat(List.of(called, live, sized)).filteredOn(Counts::ownsAny).containsOnly(live, sized);
    assertThat(none().objects(ResourceType.MR, 1, 1).build().hasCallsOrObjects()).isFalse();
    assertThat(none().calls(Verb.MR_REG, 0, 1).build().hasLiveObjects()).isFalse();
  }

  @Test
  void flowRulesAreInTablesOnceThereWasOne() {
    assertThat(none().build().verbsInTables())
        .doesNotContain(Verb.FLOW_CREATE, Verb.FLOW_DESTROY)
        .hasSize(Verb.values().length - 2);
    assertThat(none().calls(Verb.FLOW_CREATE, 1, 0).build().verbsInTables())
        .contains(Verb.FLOW_CREATE, Verb.MR_REG)
        .doesNotContain(Verb.FLOW_DESTROY);
    assertThat(none().calls(Verb.FLOW_DESTROY, 1, 0).build().verbsInTables())
        .contains(Verb.FLOW_DESTROY)
        .doesNotContain(Verb.FLOW_CREATE);
  }

  @Test
  void theSameNumbersAreTheSameCounts() {
    Counts counts = none().calls(Verb.MR_REG, 2, 1).build();

    assertThat(counts)
        .isEqualTo(none().calls(Verb.MR_REG, 2, 1).build())
        .hasSameHashCodeAs(none().calls(Verb.MR_REG, 2, 1).build())
        .isNotEqualTo(none().calls(Verb.MR_REG, 2, 0).build())
        .isNotEqualTo(Counts.ZERO);
  }
}
