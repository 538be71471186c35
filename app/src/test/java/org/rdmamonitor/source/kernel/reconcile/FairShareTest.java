// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairShareTest {
  private final List<String> dropped = new ArrayList<>();
  private final FairShare<String> share = new FairShare<>(100, dropped::add);

  private void add(int count, String thing, String... place) {
    for (int i = 0; i < count; i++) {
      share.add(List.of(place), thing);
    }
  }

  private static long count(List<String> kept, String thing) {
    return kept.stream().filter(thing::equals).count();
  }

  @Test
  void whereThereIsRoomAllIsKept() {
    add(60, "a", "a");
    add(40, "b", "b");
    assertThat(share.kept()).hasSize(100);
    assertThat(dropped).isEmpty();
  }

  @Test
  void whoHasMostIsLeftWithAFairShare() {
    add(10_000, "much", "much");
    add(10, "little", "little");
    add(10_000, "more", "more");
    List<String> kept = share.kept();
    assertThat(kept).hasSize(100);
    assertThat(count(kept, "little")).isEqualTo(10);
    assertThat(count(kept, "much")).isEqualTo(45);
    assertThat(count(kept, "more")).isEqualTo(45);
    assertThat(dropped).hasSize(20_010 - 100);
  }

  @Test
  void toDivideItselfGainsNothing() {
    for (int i = 0; i < 10_000; i++) {
      add(3, "divided", "tenant", "part " + i);
    }
    add(30, "whole", "other");
    assertThat(count(share.kept(), "whole")).isEqualTo(30);
  }

  @Test
  void theFirstOfEachAreKept() {
    for (int i = 0; i < 1000; i++) {
      share.add(List.of("a"), "a" + i);
    }
    assertThat(share.kept()).containsExactlyElementsOf(names("a", 100));
  }

  private static List<String> names(String prefix, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(prefix + i);
    }
    return names;
  }

  @Test
  void whereThereAreMoreThanRoomSomeHaveOne() {
    for (int i = 0; i < 1000; i++) {
      add(2, "x", "part " + i);
    }
    assertThat(share.kept()).hasSize(100);
  }
}
