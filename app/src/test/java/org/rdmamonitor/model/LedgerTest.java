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
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Caller;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
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

  @Test
  void withoutASampleThereIsNoSnapshot() {
    assertThatThrownBy(ledger::snapshot).isInstanceOf(IllegalStateException.class);
  }
}
