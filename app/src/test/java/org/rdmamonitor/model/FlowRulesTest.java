// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;

class FlowRulesTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private final FlowRules rules = new FlowRules();

  private static FlowMatch port(int port) {
    return new FlowMatch(FlowMatch.Kind.MATCHING, "", OptionalInt.empty(), OptionalInt.of(port));
  }

  private void call(Verb verb, int opening, OptionalInt handle, int errno, FlowMatch match) {
    rules.add(
        new ControlCall(
            START,
            verb,
            3,
            handle,
            new ControlCall.Caller(42, 43, "vpp", false, 94, 0, true),
            errno,
            Duration.ZERO,
            new ControlCall.Flow(opening, match)));
  }

  private void make(int opening, int handle) {
    call(Verb.FLOW_CREATE, opening, OptionalInt.of(handle), 0, port(handle));
  }

  private void destroy(int opening, int handle) {
    call(Verb.FLOW_DESTROY, opening, OptionalInt.of(handle), 0, FlowMatch.UNKNOWN);
  }

  @Test
  void aRuleExistsUntilItIsDestroyed() {
    make(1, 7);
    make(1, 8);
    assertThat(rules.all())
        .extracting(FlowRule::device, FlowRule::handle, FlowRule::match)
        .containsExactly(Tuple.tuple(3, 7, port(7)), Tuple.tuple(3, 8, port(8)));

    destroy(1, 7);
    assertThat(rules.all()).extracting(FlowRule::handle).containsExactly(8);
  }

  @Test
  void handlesAreThoseOfAnOpenedDevice() {
    make(1, 7);
    make(2, 7);
    destroy(2, 7);
    destroy(3, 7);
    assertThat(rules.all()).hasSize(1);
  }

  @Test
  void whatFailedOrHasNoHandleChangesNothing() {
    call(Verb.FLOW_CREATE, 1, OptionalInt.of(7), 95, port(1));
    call(Verb.FLOW_CREATE, 1, OptionalInt.empty(), 0, port(1));
    assertThat(rules.all()).isEmpty();

    make(1, 7);
    call(Verb.FLOW_DESTROY, 1, OptionalInt.of(7), 16, FlowMatch.UNKNOWN);
    assertThat(rules.all()).hasSize(1);
  }

  @Test
  void aHandleThatComesAgainHidesNoRule() {
    make(1, 7);
    make(1, 8);
    make(1, 7);
    assertThat(rules.all()).extracting(FlowRule::handle).containsExactly(7, 8, 7);

    destroy(1, 7);
    assertThat(rules.all()).extracting(FlowRule::handle).containsExactly(7, 8);
    destroy(1, 7);
    destroy(1, 7);
    assertThat(rules.all()).extracting(FlowRule::handle).containsExactly(8);
  }

  @Test
  void ofOneHandleOnlySomeAreKept() {
    for (int i = 0; i < FlowRules.MOST_ALIKE + 3; i++) {
      make(1, 7);
    }
    assertThat(rules.all()).hasSize(FlowRules.MOST_ALIKE);
  }

  @Test
  void rulesOfProcessesThatOwnNothingAreGone() {
    make(1, 7);
    Inventory.Owner vpp = new Inventory.Owner(42, "vpp", 94, Duration.ZERO, Duration.ZERO);

    rules.mend(Inventory.NONE);
    rules.mend(new Inventory(START.plusSeconds(1), List.of(), List.of(vpp)));
    rules.mend(new Inventory(START, List.of(), List.of())); // listed before it was made
    rules.mend(
        new Inventory(
            START.plusSeconds(1),
            List.of(),
            List.of(),
            List.of(new Inventory.Rest(Inventory.OTHERS, ResourceType.QP, 1, 0))));
    assertThat(rules.all()).hasSize(1);

    rules.mend(new Inventory(START.plusSeconds(1), List.of(), List.of()));
    assertThat(rules.all()).isEmpty();
  }

  @Test
  void theOldestAreLeftOutWhereThereAreTooMany() {
    for (int handle = 0; handle <= FlowRules.MOST; handle++) {
      make(1, handle);
    }
    assertThat(rules.all()).hasSize(FlowRules.MOST);
    assertThat(rules.all().getFirst().handle()).isEqualTo(1);
  }
}
