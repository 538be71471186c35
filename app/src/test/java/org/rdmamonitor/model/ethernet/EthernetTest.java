// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.ethernet.EthernetActivity.Row;

class EthernetTest {
  private static final Ethernet BEFORE = Scenes.ethernet(Scenes.START, 0);
  private static final Ethernet LATER = Scenes.ethernet(Scenes.START.plusSeconds(2), 50);

  private static List<Row> rows(Ethernet before) {
    return LATER.since(before).getLast().rows();
  }

  @Test
  void whatGrewBetweenTwoReadingsIsToldByQueue() {
    assertThat(rows(BEFORE)).extracting(Row::name).containsExactly("all", "0", "1");
    assertThat(rows(BEFORE))
        .extracting(row -> row.rate(EthernetCount.RECEIVED))
        .containsExactly(25.0, 25.0, 0.0);
    assertThat(rows(BEFORE)).extracting(Row::drops).containsExactly(65L, 60L, 2L);
    assertThat(rows(BEFORE).getFirst().growth(EthernetCount.RING_FULL)).isEqualTo(50);
  }

  @Test
  void anInterfaceOfOneQueueHasOneRow() {
    assertThat(LATER.since(BEFORE).getFirst().rows()).hasSize(1);
  }

  @Test
  void whatIsNewHasNoRateYet() {
    assertThat(rows(Ethernet.NONE))
        .extracting(row -> row.rate(EthernetCount.RECEIVED))
        .containsOnly(0.0);
    assertThat(rows(Ethernet.NONE).getFirst().growth(EthernetCount.RECEIVED)).isEqualTo(1055);
    assertThat(rows(LATER).getFirst().seconds()).isZero();
  }

  @Test
  void whatNoQueueHasCountedIsTheRest() {
    assertThat(LATER.interfaces().getLast().rest()).containsOnlyKeys(EthernetCount.CUT_OFF);
    assertThat(LATER.interfaces().getFirst().rest()).isEmpty();
  }

  @Test
  void everyCountIsFoundByItsKey() {
    for (EthernetCount count : EthernetCount.values()) {
      assertThat(EthernetCount.of(count.key())).contains(count);
    }
    assertThat(EthernetCount.of("of_a_later_version")).isEmpty();
  }
}
