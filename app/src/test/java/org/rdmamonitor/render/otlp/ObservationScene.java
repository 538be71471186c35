// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.otlp;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.AccessFlags;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.render.otlp.Observation.FindingChange.News;

/** One observation of each sort. */
final class ObservationScene {
  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final Emitter EMITTER =
      new Emitter(
          "1.2.3",
          "00000000-0000-4000-8000-000000000001",
          "n1",
          Map.of("k8s.node.name", "node-1", "k8s.pod.name", "monitor-x7", "service.name", "rdma"));

  private static final String ID = "0123456789abcdef".repeat(4);
  private static final Cgroup POD =
      new Cgroup(
          71,
          "/kubepods.slice/kubepods-pod7d3e6f58_3f0a_4b7a_9a55_0f4ce33d6f2c.slice/cri-containerd-"
              + ID
              + ".scope");
  private static final Cgroup STATIC_POD =
      new Cgroup(72, "/kubepods/pod0123456789abcdef0123456789abcdef/crio-conmon-" + ID + ".scope");

  private ObservationScene() {}

  static ControlCall call(int number, Verb verb, int errno, ControlCall.Detail detail) {
    return new ControlCall(
        START.plusNanos(number),
        verb,
        1,
        OptionalInt.of(17),
        new ControlCall.Caller(4242, 4243, "train\u001b\ud800", false, 71, -2, false),
        errno,
        Duration.ofNanos(35_000),
        detail);
  }

  /** A call like others. */
  static Observation plain(int number) {
    return new Observation.Call(
        call(number, Verb.PD_ALLOC, 0, ControlCall.None.NONE), "mlx5_0", POD);
  }

  /** Something that is rarer than calls. */
  static Observation rare(int number) {
    return new Observation.BreachChange(
        START.plusNanos(number),
        true,
        Optional.empty(),
        new Breach(new Rule.Rate(Verb.MR_REG), 5, 7.25));
  }

  static List<Observation> all() {
    ControlCall kernels =
        new ControlCall(
            START.plusSeconds(1),
            Verb.PD_ALLOC,
            1,
            OptionalInt.empty(),
            new ControlCall.Caller(0, 0, "nvme_rdma", true, Cgroup.KERNEL_ID, 0, true),
            0,
            Duration.ofNanos(5),
            ControlCall.None.NONE);
    ControlCall.Region region =
        new ControlCall.Region(
            4096,
            0x7f00,
            OptionalInt.of(AccessFlags.LOCAL_WRITE),
            OptionalInt.of(3),
            OptionalInt.of(-1));
    Breach many = new Breach(new Rule.Count(ResourceType.QP), 5, 6);
    Finding finding =
        new Finding(
            new Detection(
                "R1",
                Finding.Severity.WARNING,
                "MR deregistration storm",
                "cgroup /tenant\u202e",
                Optional.empty(),
                "1200/s",
                "look"),
            START,
            START.plusSeconds(3),
            4);
    Finding worse =
        new Finding(
            new Detection(
                finding.rule(),
                Finding.Severity.CRITICAL,
                finding.title(),
                finding.subject(),
                Optional.of(new Party(POD, OptionalInt.of(4242))),
                "6000/s",
                finding.advice()),
            finding.first(),
            finding.last(),
            5);
    List<Observation> all = new ArrayList<>();
    all.add(new Observation.Call(call(1, Verb.MR_REG, 0, region), "mlx5_0", POD));
    all.add(rare(9));
    all.add(
        new Observation.Call(call(2, Verb.QP_CREATE, 12, ControlCall.None.NONE), "mlx5_0", POD));
    all.add(
        new Observation.Call(
            call(3, Verb.CQ_CREATE, 0, ControlCall.None.NONE), "mlx5_0", STATIC_POD));
    for (CallOutcome outcome : CallOutcome.values()) {
      all.add(
          new Observation.Call(
              call(
                  4,
                  Verb.QP_CREATE,
                  1,
                  new Refusal(outcome, 71, Measure.OBJECTS, Optional.of(ResourceType.QP), 5, 5)),
              "mlx5_0",
              Cgroup.withoutPath(71)));
    }
    all.add(new Observation.Call(kernels, "mlx5_0", Cgroup.KERNEL));
    AsyncScenes.events(START.plusSeconds(2))
        .forEach(
            event -> all.add(new Observation.Async(event, "mlx5_0", event.owner().map(_ -> POD))));
    all.add(new Observation.LostCalls(START.plusSeconds(2), 12));
    all.add(new Observation.BreachChange(START.plusSeconds(3), true, Optional.of(POD), many));
    all.add(
        new Observation.BreachChange(
            START.plusSeconds(4), false, Optional.of(new Cgroup(73, "/tenant-a")), many));
    all.add(new Observation.FindingChange(START.plusSeconds(3), News.FOUND, finding));
    all.add(new Observation.FindingChange(START.plusSeconds(4), News.WORSE, worse));
    all.add(new Observation.FindingChange(START.plusSeconds(5), News.FADED, worse));
    return all;
  }
}
