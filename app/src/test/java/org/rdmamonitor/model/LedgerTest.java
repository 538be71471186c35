// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.Snapshot.Details;
import org.rdmamonitor.model.activity.ProcessActivity;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.AsyncEventType;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;

class LedgerTest {
  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final long CGROUP = 42;

  private final Ledger ledger = new Ledger();

  private static ControlCall call(int pid, Verb verb, int errno, Duration took) {
    return new ControlCall(
        START,
        verb,
        1,
        OptionalInt.empty(),
        new Caller(pid, pid, "p" + pid, pid == 0, pid == 0 ? Cgroup.KERNEL_ID : CGROUP, 0, false),
        errno,
        took,
        ControlCall.None.NONE);
  }

  private static Inventory inventory(int second, Duration cpu) {
    LiveObject region =
        new LiveObject(
            ResourceType.MR,
            1,
            7,
            10,
            "p10",
            CGROUP,
            new LiveObject.Region(
                4096,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty()));
    return new Inventory(
        START.plusSeconds(second),
        List.of(region),
        List.of(new Inventory.Owner(10, "p10", CGROUP, cpu, Duration.ofSeconds(1))));
  }

  private static Sample sample(int second, List<ControlCall> calls, Inventory inventory) {
    return Samples.of(
        START.plusSeconds(second),
        Duration.ofSeconds(second).toNanos(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        Health.NONE,
        calls,
        second,
        inventory,
        Map.of(),
        new Cost(Duration.ofMillis(10L * second), 0, 0, 0, List.of()));
  }

  private Details after(int second, ControlCall... calls) {
    ledger.add(sample(second, List.of(calls), Inventory.NONE));
    return ledger.snapshot().details();
  }

  @Test
  void latenciesAreThoseOfTheInterval() {
    after(0);

    Details details =
        after(
            1,
            call(1, Verb.MR_REG, 0, Duration.ofNanos(1000)),
            call(1, Verb.MR_REG, 12, Duration.ofNanos(3000)),
            call(2, Verb.QP_CREATE, 0, Duration.ofMillis(1)));

    assertThat(details.latency()).containsOnlyKeys(Verb.MR_REG, Verb.QP_CREATE);
    assertThat(details.latency().get(Verb.MR_REG).count()).isEqualTo(2);
    assertThat(details.latency().get(Verb.MR_REG).min()).isBetween(990L, 1010L);
    assertThat(details.latency().get(Verb.MR_REG).max()).isBetween(2970L, 3030L);
    assertThat(details.cgroupLatency().get(CGROUP)).containsKey(Verb.MR_REG);
    assertThat(after(2).latency()).as("of the next interval").isEmpty();
  }

  @Test
  void samplesBetweenTwoSnapshotsAddUp() {
    after(0);
    ledger.add(sample(1, List.of(call(1, Verb.MR_REG, 0, Duration.ofNanos(5))), Inventory.NONE));

    Details details = after(2, call(1, Verb.MR_REG, 0, Duration.ofNanos(6)));

    assertThat(details.calls()).hasSize(2);
    assertThat(details.callsLeftOut()).isEqualTo(3);
    assertThat(details.cpu()).isEqualTo(Duration.ofMillis(20));
  }

  @Test
  void onlyTheNewestCallsAreKeptOneByOne() {
    List<ControlCall> calls = new ArrayList<>();
    for (int i = 0; i <= Ledger.CALLS_KEPT; i++) {
      calls.add(call(1, Verb.MR_REG, 0, Duration.ofNanos(i)));
    }

    Details details = after(1, calls.toArray(ControlCall[]::new));

    assertThat(details.calls()).hasSize(Ledger.CALLS_KEPT);
    assertThat(details.calls().getFirst().duration()).isEqualTo(Duration.ofNanos(1));
    assertThat(details.latency().get(Verb.MR_REG).count()).isEqualTo(Ledger.CALLS_KEPT + 1);
  }

  @Test
  void processesHaveTheirCallsAndObjects() {
    ledger.add(
        sample(
            1,
            List.of(
                call(10, Verb.MR_REG, 0, Duration.ofNanos(1)),
                call(11, Verb.MR_REG, 12, Duration.ofNanos(1)),
                call(0, Verb.PD_ALLOC, 0, Duration.ofNanos(1))),
            inventory(1, Duration.ofSeconds(1))));

    List<ProcessActivity> processes = ledger.snapshot().details().processes();

    assertThat(processes).extracting(ProcessActivity::pid).containsExactly(10, 11);
    assertThat(processes.get(0).live(ResourceType.MR)).isEqualTo(1);
    assertThat(processes.get(0).mrBytes()).isEqualTo(4096);
    assertThat(processes.get(0).allCalls()).isEqualTo(1);
    assertThat(processes.get(1).failed()).isEqualTo(1);
  }

  @Test
  void aProcessIsIdleSinceItLastCalledOrUsedTheProcessor() {
    ledger.add(sample(0, List.of(), inventory(0, Duration.ofSeconds(1))));
    ledger.add(sample(1, List.of(), inventory(1, Duration.ofSeconds(2))));
    ledger.add(sample(2, List.of(), inventory(2, Duration.ofSeconds(2))));
    assertThat(lastActive()).isEqualTo(START.plusSeconds(1));

    ledger.add(
        sample(
            3,
            List.of(call(10, Verb.PD_ALLOC, 0, Duration.ofNanos(1))),
            inventory(3, Duration.ofSeconds(2))));
    assertThat(lastActive()).isEqualTo(START.plusSeconds(3));
  }

  private Instant lastActive() {
    return ledger.snapshot().details().processes().getFirst().lastActive();
  }

  private static AsyncEvent event() {
    return new AsyncEvent(
        START,
        AsyncEventType.ESTABLISHED.number(),
        1,
        Optional.empty(),
        new AsyncEvent.Connection(OptionalInt.of(3), OptionalInt.empty(), 0, "fd00::1", 1));
  }

  @Test
  void asynchronousEventsAreThoseOfTheInterval() {
    ledger.add(sample(0, List.of(), Inventory.NONE).with(List.of(), List.of(event()), 0));
    assertThat(ledger.snapshot().details().asyncEvents()).containsExactly(event());
    assertThat(after(1).asyncEvents()).isEmpty();
  }

  @Test
  void callsAreThoseOfTheInterval() {
    Details first = after(0, call(10, Verb.MR_REG, 0, Duration.ofNanos(1000)));
    assertThat(first.calls()).hasSize(1);

    Details second = after(1);
    assertThat(second.calls()).isEmpty();
    assertThat(second.cgroupLatency()).isEmpty();
    assertThat(second.processes()).isEmpty();
  }

  /** It was not carried out, so it took no time, and its process has made no call. */
  @Test
  void aRefusedCallIsKeptAndCountsForNothingElse() {
    ControlCall like = call(10, Verb.MR_REG, 1, Duration.ofNanos(1000));
    ControlCall refused =
        new ControlCall(
            like.time(),
            like.verb(),
            like.device(),
            like.objectId(),
            like.caller(),
            like.errno(),
            like.duration(),
            new Refusal(CallOutcome.REFUSED, CGROUP, Measure.RATE, Optional.empty(), 5, 6, ""));

    Details details = after(1, refused);

    assertThat(details.calls()).containsExactly(refused);
    assertThat(details.latency()).isEmpty();
    assertThat(details.processes()).isEmpty();
  }

  @Test
  void cgroupsHaveTheLatenciesOfTheirCalls() {
    Details details = after(1, call(1, Verb.MR_REG, 0, Duration.ofNanos(1000)));

    assertThat(details.cgroupLatency().get(CGROUP).get(Verb.MR_REG).count()).isEqualTo(1);
    assertThat(details.cgroupLatency().get(CGROUP).get(Verb.MR_REG).max()).isBetween(900L, 1100L);
  }

  @Test
  void flowRulesExistUntilTheirProcessOwnsNothingAnyMore() {
    ControlCall like = call(10, Verb.FLOW_CREATE, 0, Duration.ofNanos(1));
    ControlCall made =
        new ControlCall(
            like.time(),
            like.verb(),
            like.device(),
            OptionalInt.of(7),
            like.caller(),
            0,
            like.duration(),
            new ControlCall.Flow(1, FlowMatch.UNKNOWN));

    assertThat(after(1, made).flowRules()).extracting(FlowRule::handle).containsExactly(7);
    ledger.add(sample(2, List.of(), inventory(2, Duration.ZERO)));
    assertThat(ledger.snapshot().details().flowRules()).hasSize(1);
    ledger.add(sample(3, List.of(), new Inventory(START.plusSeconds(3), List.of(), List.of())));
    assertThat(ledger.snapshot().details().flowRules()).isEmpty();
  }

  /** In the order of their process ids, whatever they do. */
  @Test
  void processesHaveTheObjectsThatAreOnlyCountedToo() {
    Inventory listed = inventory(1, Duration.ZERO);
    ledger.add(
        sample(
            1,
            List.of(call(7, Verb.PD_ALLOC, 0, Duration.ofNanos(1))),
            new Inventory(
                listed.time(),
                listed.objects(),
                listed.processes(),
                List.of(
                    new Inventory.Rest(10, ResourceType.MR, 5, 8192),
                    new Inventory.Rest(10, ResourceType.QP, 2, 4711)),
                List.of(),
                0)));

    List<ProcessActivity> processes = ledger.snapshot().details().processes();

    assertThat(processes).extracting(ProcessActivity::pid).containsExactly(7, 10);
    assertThat(processes.getLast().live(ResourceType.MR)).isEqualTo(6);
    assertThat(processes.getLast().live(ResourceType.QP)).isEqualTo(2);
    assertThat(processes.getLast().mrBytes()).isEqualTo(4096 + 8192);
  }

  @Test
  void withoutASampleThereIsNoSnapshot() {
    assertThatThrownBy(ledger::snapshot).isInstanceOf(IllegalStateException.class);
  }
}
