// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;

class HistoryTest {
  private final History history = new History();

  @Test
  void theNewestRatesAndCallsAreKeptAndNoMore() {
    Ledger ledger = new Ledger();
    for (int second = 0; second < History.READINGS + 50; second++) {
      ledger.add(Scenes.tenants(second));
      history.add(ledger.snapshot());
    }

    assertThat(history.rates().get(Verb.QP_CREATE)).hasSize(History.READINGS).containsOnly(5.0);
    assertThat(history.events()).hasSize(History.EVENTS);
    assertThat(history.events().getFirst().time()).isAfter(history.events().getLast().time());
  }

  @Test
  void aFirstReadingHasNoRateButItsCalls() {
    Ledger ledger = new Ledger();
    ledger.add(Scenes.tenants(3));
    history.add(ledger.snapshot());

    assertThat(history.rates()).isEmpty();
    assertThat(history.events())
        .filteredOn(ControlCall.class::isInstance)
        .extracting(event -> ((ControlCall) event).verb())
        .contains(Verb.CM_REQ);
  }
}
