// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.LiveObject;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.quota.Holdings;
import org.rdmamonitor.quota.Limit;
import org.rdmamonitor.quota.QuotaLimits;
import org.rdmamonitor.quota.Resource;

class RecordedTest {
  private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
  private static final Cgroup JOB = new Cgroup(11, "/job");
  private static final Cgroup STEP = new Cgroup(12, "/job/step");
  private static final Cgroup GONE = Cgroup.withoutPath(13);

  private final List<ControlCall> calls = new ArrayList<>();
  private final List<LiveObject> objects = new ArrayList<>();

  private static ControlCall call(
      double second, Verb verb, int id, int pid, long cgroup, int errno, long length) {
    return new ControlCall(
        START.plusMillis((long) (second * 1000)),
        verb,
        0,
        OptionalInt.of(id),
        new ControlCall.Caller(pid, pid, "app" + pid, cgroup == Cgroup.KERNEL_ID, cgroup, 0, false),
        errno,
        Duration.ofNanos(1000),
        length < 0
            ? ControlCall.None.NONE
            : new ControlCall.Region(
                length, 0, OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty()));
  }

  private void call(double second, Verb verb, int id, int pid, Cgroup cgroup) {
    calls.add(call(second, verb, id, pid, cgroup.id(), 0, -1));
  }

  private static LiveObject object(ResourceType type, int id, int pid, long cgroup) {
    return new LiveObject(type, 0, id, pid, "app" + pid, cgroup, LiveObject.None.NONE);
  }

  private Sample sample(int second, long lost, long leftOut) {
    Health health = Health.NONE.with(Map.of(Figure.LOST_EVENTS, lost));
    List<ControlCall> taken = List.copyOf(calls);
    calls.clear();
    return Samples.of(
        START.plusSeconds(second),
        second * 1_000_000_000L,
        List.of(),
        List.of(JOB, STEP, GONE),
        Map.of(),
        Map.of(),
        health,
        taken,
        leftOut,
        new Inventory(START.plusSeconds(second), List.copyOf(objects), List.of()),
        Map.of(),
        Cost.NONE);
  }

  private static QuotaLimits limits(String... words) {
    List<Limit> limits = new ArrayList<>();
    for (String word : words) {
      limits.add(Limit.parse(word).orElseThrow());
    }
    return QuotaLimits.of(limits);
  }

  @Test
  void whatWasThereCountsAndWhatWouldBeRefusedDoesNot() {
    DryRun run = new DryRun(limits("/job:qp=2"));
    objects.add(object(ResourceType.QP, 1, 100, JOB.id()));
    objects.add(object(ResourceType.QP, 9, 0, Cgroup.KERNEL_ID));
    run.add(sample(0, 5, 0));
    call(0.1, Verb.QP_CREATE, 2, 101, STEP);
    call(0.2, Verb.QP_CREATE, 3, 102, STEP); // refused
    call(0.3, Verb.QP_DESTROY, 3, 102, STEP); // of which nothing is to be given back
    call(0.4, Verb.QP_CREATE, 4, 101, STEP); // refused
    call(0.5, Verb.QP_DESTROY, 1, 100, JOB);
    call(0.6, Verb.QP_CREATE, 5, 100, JOB);
    call(0.7, Verb.QP_CREATE, 6, 100, JOB); // refused
    call(0.8, Verb.CQ_CREATE, 1, 100, JOB);
    run.add(sample(1, 8, 4));

    DryRun.Result result = run.result();

    assertThat(result.asked()).isEqualTo(6);
    assertThat(result.refused()).isEqualTo(3);
    assertThat(result.extent()).isEqualTo(new Traffic.Extent(START, START.plusSeconds(1), 7));
    assertThat(result.refusals())
        .containsExactly(
            new DryRun.Refusal(
                "/job",
                Resource.QP,
                1,
                START.plusMillis(700),
                "app100",
                "2 of 2 queue pairs in use in /job"),
            new DryRun.Refusal(
                "/job/step",
                Resource.QP,
                2,
                START.plusMillis(200),
                "app102",
                "2 of 2 queue pairs in use in /job"));
  }

  @Test
  void callsThatFailedAndThoseOfTheKernelAskForNothing() {
    DryRun run = new DryRun(limits("qp=0", "mr-bytes=100"));
    calls.add(call(0, Verb.QP_CREATE, 1, 100, JOB.id(), 12, -1));
    calls.add(call(0, Verb.QP_CREATE, 1, 0, Cgroup.KERNEL_ID, 0, -1));
    call(0, Verb.PD_ALLOC, 1, 100, JOB);
    call(0, Verb.QP_MODIFY, 1, 100, JOB);
    calls.add(call(0, Verb.MR_REG, 1, 100, JOB.id(), 0, 60));
    calls.add(call(0, Verb.MR_REG, 2, 100, JOB.id(), 0, 60));
    run.add(sample(0, 0, 0));

    assertThat(run.result().asked()).isEqualTo(2);
    assertThat(run.result().refusals())
        .extracting(DryRun.Refusal::why)
        .containsExactly("60 of 100 bytes registered in use on this host");
  }

  @Test
  void queuesCountWithTheirEntries() {
    DryRun run = new DryRun(limits("/job:CQ_ENTRIES=300"));
    objects.add(
        new LiveObject(
            ResourceType.CQ,
            0,
            1,
            100,
            "app100",
            JOB.id(),
            new LiveObject.CompletionQueue(100, 1, OptionalInt.empty())));
    queue(0.1, 2, 150);
    queue(0.2, 3, 51); // refused
    queue(0.3, 4, 50);
    call(0.4, Verb.CQ_DESTROY, 1, 100, JOB);
    queue(0.5, 5, 101); // refused
    queue(0.6, 6, 100);
    run.add(sample(1, 0, 0));

    assertThat(run.result().asked()).isEqualTo(5);
    assertThat(run.result().refusals())
        .containsExactly(
            new DryRun.Refusal(
                "/job",
                Resource.CQ_ENTRIES,
                2,
                START.plusMillis(200),
                "app100",
                "250 of 300 entries of completion queues in use in /job"));
  }

  private void queue(double second, int id, long entries) {
    ControlCall call = call(second, Verb.CQ_CREATE, id, 100, JOB.id(), 0, -1);
    calls.add(
        new ControlCall(
            call.time(),
            call.verb(),
            call.device(),
            call.objectId(),
            call.caller(),
            call.errno(),
            call.duration(),
            new ControlCall.CompletionQueue(entries)));
  }

  @Test
  void controlCallsOfASecondAreCounted() {
    DryRun run = new DryRun(limits("*:calls=2"));
    for (int i = 0; i < 5; i++) {
      call(i == 4 ? 1.2 : 0.1 * i, Verb.QP_CREATE, i, 100, JOB);
    }
    run.add(sample(2, 0, 0));

    assertThat(run.result().refused()).isEqualTo(2);
    assertThat(run.result().refusals().getFirst().resource()).isEqualTo(Resource.CALLS);
  }

  @Test
  void peaksAreThoseOfTreesAtAnyMoment() {
    Peaks peaks = new Peaks();
    objects.add(object(ResourceType.QP, 1, 100, JOB.id()));
    peaks.add(sample(0, 0, 0));
    call(0.1, Verb.QP_CREATE, 2, 101, STEP);
    call(0.2, Verb.QP_CREATE, 3, 101, STEP);
    call(0.3, Verb.QP_DESTROY, 2, 101, STEP);
    call(0.4, Verb.QP_DESTROY, 3, 101, STEP);
    calls.add(call(1.1, Verb.MR_REG, 1, 101, STEP.id(), 0, 5 << 20));
    call(1.2, Verb.QP_CREATE, 4, 102, GONE);
    peaks.add(sample(2, 0, 0));

    assertThat(peaks.tenants())
        .containsExactly(
            new Peaks.Peak("/job", Holdings.amounts(3, 0, 1, 5 << 20), 4),
            new Peaks.Peak("/job/step", Holdings.amounts(2, 0, 1, 5 << 20), 4));
    assertThat(peaks.host()).isEqualTo(new Peaks.Peak("/", Holdings.amounts(3, 0, 1, 5 << 20), 4));
    assertThat(Advice.of(peaks, 50))
        .extracting(Limit::text)
        .containsExactly(
            "qp=5",
            "mr=2",
            "mr-bytes=8388608",
            "calls=6",
            "/job:qp=5",
            "/job:mr=2",
            "/job:mr-bytes=8388608",
            "/job:calls=6",
            "/job/step:qp=3",
            "/job/step:mr=2",
            "/job/step:mr-bytes=8388608",
            "/job/step:calls=6");
  }

  @Test
  void whatIsAdvisedRefusesNothingOfWhatItComesFrom() {
    Peaks peaks = new Peaks();
    List<Sample> samples = new ArrayList<>();
    for (int second = 0; second < 20; second++) {
      for (int i = 0; i <= second; i++) {
        call(second + i / 100.0, Verb.QP_CREATE, 100 * second + i, i, i % 2 == 0 ? JOB : STEP);
        if (i % 3 == 0) {
          call(second + i / 100.0, Verb.QP_DESTROY, 100 * second + i, i, STEP);
        }
      }
      samples.add(sample(second, 0, 0));
    }
    samples.forEach(peaks::add);
    DryRun enough = new DryRun(QuotaLimits.of(Advice.of(peaks, 0)));
    Limit less =
        new Limit(Advice.of(peaks, 0).getFirst().key(), peaks.host().held().of(Resource.QP) - 1);
    DryRun tooLittle = new DryRun(QuotaLimits.of(List.of(less)));
    samples.forEach(enough::add);
    samples.forEach(tooLittle::add);

    assertThat(enough.result().refused()).isZero();
    assertThat(tooLittle.result().refused()).isPositive();
  }

  @Test
  void roomForOneMoreIsTheLeast() {
    Peaks.Peak peak = new Peaks.Peak("/a", Holdings.amounts(1, 0, 100, Long.MAX_VALUE), 0);

    assertThat(Advice.of("/a", peak, 0))
        .extracting(Limit::text)
        .containsExactly("/a:qp=2", "/a:mr=101", "/a:mr-bytes=unlimited");
    assertThat(Optional.of(Advice.of("", peak, 1000).getFirst().most())).contains(11L);
  }
}
