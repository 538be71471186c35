// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final Origin A = new Origin("a");
  private static final Origin B = new Origin("b");
  private static final Origin C = new Origin("c");

  private final Turns<String> turns = new Turns<>(4);

  private List<String> taken() {
    List<String> taken = new ArrayList<>();
    for (Optional<String> one = turns.take(); one.isPresent(); one = turns.take()) {
      taken.add(one.get());
    }
    return taken;
  }

  @Test
  void originsTakeTurnsAndEachHasItsOwnInOrder() {
    turns.add(A, "a1");
    turns.add(A, "a2");
    turns.add(A, "a3");
    turns.add(B, "b1");

    assertThat(taken()).containsExactly("a1", "b1", "a2", "a3");
    assertThat(turns.take()).isEmpty();
  }

  @Test
  void whereThereIsNoRoomTheNewestOfTheOriginThatHasMostGivesWay() {
    for (int i = 1; i <= 4; i++) {
      assertThat(turns.add(A, "a" + i)).isEmpty();
    }
    assertThat(turns.add(A, "a5")).contains("a5");
    assertThat(turns.add(B, "b1")).contains("a4");
    assertThat(turns.add(B, "b2")).contains("a3");
    assertThat(turns.add(B, "b3")).contains("b3");
    assertThat(turns.add(C, "c1")).contains("a2");

    assertThat(taken()).containsExactly("a1", "b1", "c1", "b2");
  }

  @Test
  void whoHasComeEarlierStaysWhereAllHaveEquallyMany() {
    for (String name : List.of("k", "l", "m", "n")) {
      turns.add(new Origin(name), name);
    }

    assertThat(turns.add(A, "a")).contains("a");
    assertThat(taken()).containsExactly("k", "l", "m", "n");
    assertThat(turns.add(A, "a")).isEmpty();
  }
}
