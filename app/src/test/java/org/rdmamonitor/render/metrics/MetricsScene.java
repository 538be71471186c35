// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicLong;
import org.rdmamonitor.AsyncScenes;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Ledger;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.FlowMatch;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.CgroupBreach;
import org.rdmamonitor.policy.ConfigStatus;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Verdict;

/** Metrics that are told one sample after the other. */
final class MetricsScene {
  static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Ledger ledger = new Ledger();
  final AtomicLong nanos = new AtomicLong(5_000_000_000L);
  final Metrics metrics;

  MetricsScene(int cgroups) {
    this(cgroups, 0, 0);
  }

  MetricsScene(int cgroups, int processes) {
    this(cgroups, processes, 0);
  }

  MetricsScene(int cgroups, int processes, int connections) {
    metrics =
        new Metrics(
            new Metrics.Setup("0.1.0", cgroups, processes, connections, INTERVAL, nanos::get));
  }

  /** A busy host with all that samples can tell, at two moments. */
  static MetricsScene busy() {
    return new MetricsScene(1000, 2)
        .tell(with(Scenes.busy(), 1000), Verdict.NO_BREACH)
        .tell(
            with(Scenes.busier(), 5000),
            new Verdict(
                List.of(new Breach(new Rule.Count(ResourceType.CQ), 5, 6)),
                List.of(
                    new CgroupBreach(
                        "/tenant-a", new Breach(new Rule.Count(ResourceType.MR), 1, 2))),
                List.of(finding("R1", "/tenant-a"), finding("R1", "/tenant\u001b[2Jb")),
                ConfigStatus.UNCHANGED));
  }

  static Finding finding(String rule, String subject) {
    return new Finding(
        new Detection(
            rule,
            Finding.Severity.WARNING,
            "title",
            subject,
            Optional.empty(),
            "evidence",
            "advice"),
        Scenes.START,
        Scenes.START,
        1);
  }

  MetricsScene tell(Sample sample) {
    return tell(sample, Verdict.NO_BREACH);
  }

  MetricsScene tell(Sample sample, Verdict verdict) {
    metrics.add(sample);
    ledger.add(sample);
    metrics.publish(ledger.snapshot(), verdict);
    return this;
  }

  String text(Rendering rendering) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    rendering.write(metrics.groups(), out);
    return out.toString(StandardCharsets.UTF_8);
  }

  static Sample with(Sample sample, long words) {
    return Samples.of(
            sample.time(),
            sample.nanos(),
            sample.devices(),
            sample.cgroups(),
            sample.counts(),
            sample.errors(),
            sample.health(),
            List.of(),
            0,
            Scenes.inventory(),
            Map.of(1, rxe(), 2, mlx5(words)),
            new Cost(
                Duration.ofMillis(1250),
                50_000_000,
                1 << 20,
                4096,
                List.of(new Cost.Program("verb_entry", 1000, Duration.ofNanos(250_000)))),
            Scenes.enforcement(words / 1000))
        .with(calls(), AsyncScenes.events(sample.time()), 0);
  }

  private static List<ControlCall> calls() {
    return List.of(
        call(Verb.QP_CREATE, 12, Duration.ofNanos(900)),
        call(Verb.QP_CREATE, 0, Duration.ofNanos(1000)),
        call(Verb.QP_CREATE, 0, Duration.ofNanos(1001)),
        call(Verb.MR_REG, 0, Duration.ofMillis(3)),
        call(Verb.MR_REG, 0, Duration.ofSeconds(60)),
        flowRule());
  }

  /** Of a process that owns objects only later. */
  private static ControlCall flowRule() {
    return new ControlCall(
        Scenes.START.plusSeconds(5),
        Verb.FLOW_CREATE,
        1,
        OptionalInt.of(3),
        new ControlCall.Caller(45, 45, "vpp", false, 1234567890, 0, true),
        0,
        Duration.ofNanos(1500),
        new ControlCall.Flow(1, FlowMatch.UNKNOWN));
  }

  private static ControlCall call(Verb verb, int errno, Duration duration) {
    return new ControlCall(
        Instant.EPOCH,
        verb,
        1,
        OptionalInt.empty(),
        new ControlCall.Caller(42, 42, "app", false, 1234567890, 0, false),
        errno,
        duration,
        ControlCall.None.NONE);
  }

  private static DeviceFacts rxe() {
    return new DeviceFacts(
        Map.of(ResourceType.QP, 1048576L),
        List.of(
            new Port(
                1,
                "ACTIVE",
                "LinkUp",
                "Ethernet",
                "2.5 Gb/sec (1X SDR)",
                "eth0",
                Map.of("sent_pkts", 17L, "rcvd_pkts", 19L))));
  }

  private static DeviceFacts mlx5(long words) {
    return new DeviceFacts(
        Map.of(ResourceType.QP, 262144L, ResourceType.MR, 16777216L),
        List.of(
            new Port(
                1,
                "ACTIVE",
                "LinkUp",
                "InfiniBand",
                "100 Gb/sec (4X EDR)",
                "",
                Map.of(
                    "port_rcv_data", words,
                    "port_xmit_data", 2 * words,
                    "port_rcv_packets", 30L,
                    "VL15_dropped", 1L,
                    "active_qps", 3L,
                    "out_of_buffer", 2L)),
            new Port(2, "DOWN", "Disabled", "InfiniBand", "10 Gb/sec (4X SDR)", "", Map.of())));
  }
}
