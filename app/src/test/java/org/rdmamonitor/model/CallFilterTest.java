// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.call.AsyncEvent;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlEvent;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Device;

class CallFilterTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final List<AsyncEvent> EVENTS = AsyncScenes.events(START);
  private static final ControlCall CALL =
      new ControlCall(
          START,
          Verb.PD_ALLOC,
          1,
          OptionalInt.of(3),
          new ControlCall.Caller(7, 7, "app", false, 94, 0, false),
          0,
          Duration.ofNanos(1000),
          ControlCall.None.NONE);

  private final CallNames names = new CallNames();

  @BeforeEach
  void names() {
    names.follow(
        Samples.of(
            START,
            0,
            List.of(new Device(1, "rxe0")),
            List.of(new Cgroup(94, "/a.slice")),
            Map.of(),
            Map.of(),
            Health.NONE));
  }

  private static CallFilter filter(Set<Verb> verbs, List<Predicate<AsyncEvent>> events) {
    return new CallFilter(
        verbs,
        events,
        OptionalInt.empty(),
        Optional.empty(),
        Optional.empty(),
        errno -> true,
        Duration.ZERO);
  }

  private static CallFilter ofProcess(int pid) {
    CallFilter all = filter(Set.of(), List.of());
    return new CallFilter(
        all.verbs(),
        all.events(),
        OptionalInt.of(pid),
        all.cgroup(),
        all.device(),
        all.errno(),
        all.least());
  }

  private static CallFilter at(String cgroup, String device) {
    CallFilter all = filter(Set.of(), List.of());
    return new CallFilter(
        all.verbs(),
        all.events(),
        all.pid(),
        Optional.of(cgroup).filter(path -> !path.isEmpty()),
        Optional.of(device).filter(name -> !name.isEmpty()),
        all.errno(),
        all.least());
  }

  private static CallFilter ended(IntPredicate errno, Duration least) {
    CallFilter all = filter(Set.of(), List.of());
    return new CallFilter(
        all.verbs(), all.events(), all.pid(), all.cgroup(), all.device(), errno, least);
  }

  private static boolean isRejected(AsyncEvent event) {
    return event.name().equals("REJECTED");
  }

  private List<String> accepted(CallFilter filter) {
    return EVENTS.stream()
        .filter(event -> filter.accepts(event, names))
        .map(AsyncEvent::name)
        .toList();
  }

  @Test
  void withoutAnyConditionAllIsWanted() {
    CallFilter filter = filter(Set.of(), List.of());

    assertThat(accepted(filter)).hasSameSizeAs(EVENTS);
    assertThat(filter.accepts(CALL, names)).isTrue();
  }

  @Test
  void whoAsksForCallsGetsNoEventsAndTheOtherWayRound() {
    CallFilter calls = filter(Set.of(Verb.PD_ALLOC), List.of());
    CallFilter events = filter(Set.of(), List.of(CallFilterTest::isRejected));
    CallFilter both = filter(Set.of(Verb.PD_ALLOC), List.of(CallFilterTest::isRejected));

    assertThat(accepted(calls)).isEmpty();
    assertThat(calls.accepts(CALL, names)).isTrue();
    assertThat(accepted(events)).containsExactly("REJECTED");
    assertThat(events.accepts(CALL, names)).isFalse();
    assertThat(accepted(both)).containsExactly("REJECTED");
    assertThat(both.accepts(CALL, names)).isTrue();
    assertThat(
            filter(Set.of(Verb.MR_REG), List.of(CallFilterTest::isRejected)).accepts(CALL, names))
        .isFalse();
  }

  @Test
  void anEventIsItsOwners() {
    List<String> ofApp =
        List.of(
            "QP_ACCESS_ERR",
            "SRQ_LIMIT_REACHED",
            "WQ_FATAL",
            "REJECTED",
            "RETRY_EXC_ERR",
            "QP_STATE_ERR");

    assertThat(accepted(ofProcess(7))).isEqualTo(ofApp);
    assertThat(accepted(ofProcess(0))).as("no consumer in the kernel").isEmpty();
    assertThat(accepted(at("/a.slice", ""))).isEqualTo(ofApp);
    assertThat(accepted(at("/b.slice", ""))).isEmpty();
    assertThat(accepted(at("/", "")))
        .as("what is nobody's, or the kernel's, is in no cgroup")
        .isEqualTo(ofApp);
  }

  @Test
  void anEventHasADeviceButNeitherResultNorDuration() {
    CallFilter slow = ended(errno -> true, Duration.ofNanos(1));

    assertThat(accepted(at("", "rxe0"))).hasSize(EVENTS.size() - 1).doesNotContain("ADDR_ERROR");
    assertThat(accepted(ended(errno -> errno != 0, Duration.ZERO))).isEmpty();
    assertThat(accepted(slow)).isEmpty();
    assertThat(slow.accepts(CALL, names)).isTrue();
  }

  @Test
  void callsAndEventsAreInTheOrderInWhichTheyCame() {
    ControlCall late =
        new ControlCall(
            START.plusMillis(4),
            CALL.verb(),
            1,
            CALL.objectId(),
            CALL.caller(),
            0,
            CALL.duration(),
            CALL.detail());
    Sample sample =
        Samples.of(START, 0, List.of(), List.of(), Map.of(), Map.of(), Health.NONE)
            .with(List.of(CALL, late), EVENTS, 0);

    List<ControlEvent> events = sample.events();

    assertThat(events).hasSize(EVENTS.size() + 2).startsWith(CALL).endsWith(EVENTS.getLast());
    assertThat(events).extracting(ControlEvent::time).isSorted();
    assertThat(events.get(5)).isEqualTo(late);
    assertThat(events).containsAll(EVENTS);
  }
}
