// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Hook;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.CgroupBreach;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.findings.FindingRule;
import org.rdmamonitor.render.words.HealthWords;

/** What was found, how well the monitor sees, and what it costs. */
final class MonitorFamilies {
  private MonitorFamilies() {}

  static List<MetricSnapshot> of(Reading reading, String version) {
    List<MetricSnapshot> all = new ArrayList<>();
    found(reading, all);
    health(reading.snapshot().health(), all);
    cost(reading.snapshot().details().cost(), all);
    all.add(
        new Series(
                "rdma_monitor_last_reading_timestamp_seconds",
                "When the values were read, in seconds since 1970.")
            .add(reading.snapshot().time().toEpochMilli() / 1e3)
            .gauge());
    all.add(
        new Series("rdma_monitor_build", "The version of rdma-monitor. Always 1.", "version")
            .set(1, version)
            .info());
    return all;
  }

  private static void found(Reading reading, List<MetricSnapshot> all) {
    Series begun =
        new Series(
            "rdma_monitor_threshold_breaches", "How often a limit began to be exceeded.", "rule");
    Series breached =
        new Series("rdma_monitor_threshold_breached", "1 while a limit is exceeded.", "rule");
    Series ofCgroups =
        new Series(
            "rdma_monitor_cgroup_threshold_breached",
            "1 while a limit of a cgroup is exceeded.",
            "cgroup",
            "rule");
    for (CgroupBreach breach : reading.verdict().cgroupBreaches()) {
      ofCgroups.set(1, breach.cgroup(), breach.breach().rule().name());
    }
    for (Breach breach : reading.verdict().breaches()) {
      breached.set(1, breach.rule().name());
    }
    for (Rule rule : Rule.all()) {
      begun.set(reading.breaches().getOrDefault(rule.name(), 0L), rule.name());
      breached.set(0, rule.name());
    }
    Series findings =
        new Series("rdma_monitor_findings", "How often a rule began to find something.", "rule");
    reading.findings().forEach((rule, n) -> findings.set(n, rule));
    for (FindingRule rule : FindingRule.values()) {
      findings.set(0, rule.name());
    }
    Series active =
        new Series(
            "rdma_monitor_active_findings",
            "What rules find at present, by severity.",
            "rule",
            "severity");
    for (Finding finding : reading.verdict().findings()) {
      active.add(1, finding.rule(), lowerCase(finding.severity()));
    }
    all.add(begun.counter());
    all.add(breached.gauge());
    all.add(ofCgroups.gauge());
    all.add(findings.counter());
    all.add(active.gauge());
  }

  private static void health(Health health, List<MetricSnapshot> all) {
    for (HealthWords words : HealthWords.values()) {
      if (words.isInMetrics(health)) {
        all.add(figure(words, words.of(health)));
      }
    }
    all.add(
        new Series(
                "rdma_monitor_event_reader_up", "1 while events are read, 0 once that has ended.")
            .add(health.isReading() ? 1 : 0)
            .gauge());
    Series hooks =
        new Series("rdma_monitor_hooks", "Places in the kernel to be watched, by state.", "state");
    for (Hook.State state : Hook.State.values()) {
      hooks.add(
          health.hooks().stream().filter(hook -> hook.state() == state).count(), lowerCase(state));
    }
    all.add(hooks.gauge());
  }

  private static void cost(Cost cost, List<MetricSnapshot> all) {
    all.add(
        new Series("rdma_monitor_cpu_seconds", "Processor time of the monitor.")
            .add(cost.cpu().toNanos() / 1e9)
            .counter());
    all.add(
        new Series("rdma_monitor_resident_memory_bytes", "Memory of the monitor.")
            .add(cost.residentBytes())
            .gauge());
    all.add(
        new Series("rdma_monitor_event_buffer_bytes", "Size of the event buffer.")
            .add(cost.ringBytes())
            .gauge());
    all.add(
        new Series(
                "rdma_monitor_event_buffer_used_bytes",
                "Bytes of the event buffer that waited to be read.")
            .add(cost.ringUsed())
            .gauge());
    Series runs = new Series("rdma_monitor_bpf_runs", "Runs of a BPF program.", "program");
    Series time =
        new Series("rdma_monitor_bpf_run_seconds", "Time that a BPF program took.", "program");
    for (Cost.Program program : cost.programs()) {
      runs.add(program.runs(), program.name());
      time.add(program.time().toNanos() / 1e9, program.name());
    }
    all.add(runs.counter());
    all.add(time.counter());
  }

  private static MetricSnapshot figure(HealthWords words, long value) {
    Series series = new Series(words.metric(), words.help());
    if (!words.isOfNow()) {
      return series.add(Math.max(0, value)).counter();
    }
    return (value < 0 ? series : series.add(value)).gauge();
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
