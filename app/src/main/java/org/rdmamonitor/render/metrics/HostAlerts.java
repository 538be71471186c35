// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.findings.FindingRule;

/** The group of alert rules that hold for every host, whatever its limits are. */
final class HostAlerts {
  private static final String GROUP =
      """
        - name: rdma-monitor
          rules:
            - alert: RdmaMonitorDown
              expr: '(up{job=~".*rdma.?monitor.*"} or (up and on (job, instance) \
      last_over_time(rdma_monitor_build_info[1d]))) == 0'
              for: 1m
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.instance }} cannot be scraped'
            - alert: RdmaMonitorStale
              expr: 'time() - rdma_monitor_last_reading_timestamp_seconds > 120'
              for: 1m
              labels:
                severity: 'warning'
              annotations:
                summary: 'rdma-monitor on {{ $labels.instance }} has read nothing for {{ $value | \
      humanizeDuration }}'
            - alert: RdmaMonitorRestarts
              expr: 'resets(rdma_monitor_cpu_seconds_total[15m]) > 3'
              labels:
                severity: 'warning'
              annotations:
                summary: 'rdma-monitor on {{ $labels.instance }} was started {{ $value }} times in \
      15 minutes'
            - alert: RdmaLimitExceeded
              expr: 'rdma_monitor_threshold_breached == 1 or \
      increase(rdma_monitor_threshold_breaches_total[5m]) > 0'
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.rule }} of its config.txt is exceeded on {{ $labels.instance \
      }}'
            - alert: RdmaCgroupLimitExceeded
              expr: 'rdma_monitor_cgroup_threshold_breached == 1'
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.cgroup }} exceeds its {{ $labels.rule }} on {{ \
      $labels.instance }}'
            - alert: RdmaRefusing
              expr: 'sum by (job, instance, cgroup, rule) \
      (increase(rdma_monitor_refused_total[5m])) > 0'
              labels:
                severity: 'info'
              annotations:
                summary: 'calls of {{ $labels.cgroup }} are refused by {{ $labels.rule }} on {{ \
      $labels.instance }}'
            - alert: RdmaNotEnforcing
              expr: 'rdma_monitor_enforcement_active == 0 and on (job, instance) \
      rdma_monitor_hooks{state="attached"} > 0'
              for: 2m
              labels:
                severity: 'warning'
              annotations:
                summary: 'limits are not enforced on {{ $labels.instance }}, though that was asked \
      for: see why in its text or JSON'
            - alert: RdmaDeviceTrouble
              expr: 'sum by (job, instance, device, event) \
      (increase(rdma_monitor_async_events_total{event=~"PORT_ERR|DEVICE_FATAL|QP_FATAL|CQ_ERR|\
      SRQ_ERR|WQ_FATAL"}[5m])) > 0'
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.device }} of {{ $labels.instance }} tells {{ $labels.event \
      }}: rdma-monitor explain {{ $labels.event }}'
            - alert: RdmaFinding
              expr: 'sum by (job, instance, rule) (rdma_monitor_active_findings{<CRITICAL>}) > 0'
              labels:
                severity: 'critical'
              annotations:
                summary: 'rule {{ $labels.rule }} finds something on {{ $labels.instance }}: \
      rdma-monitor explain {{ $labels.rule }}'
            - alert: RdmaFinding
              expr: 'sum by (job, instance, rule) (rdma_monitor_active_findings{<WARNING>}) > 0'
              for: 5m
              labels:
                severity: 'warning'
              annotations:
                summary: 'rule {{ $labels.rule }} finds something on {{ $labels.instance }}: \
      rdma-monitor explain {{ $labels.rule }}'
            - alert: RdmaCountsDrift
              expr: 'min_over_time(rdma_monitor_drift_objects[5m]) > 0'
              for: 5m
              labels:
                severity: 'warning'
              annotations:
                summary: 'counts on {{ $labels.instance }} differ from the kernel''s own by {{ \
      $value }} objects'
            - alert: RdmaEventsLost
              expr: 'increase(rdma_monitor_lost_events_total[5m]) > 0'
              labels:
                severity: 'info'
              annotations:
                summary: '{{ $labels.instance }} loses events: durations and findings miss calls, \
      counts do not'
            - alert: RdmaEventsNotRead
              expr: 'rdma_monitor_event_reader_up == 0'
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.instance }} reads no events any more; start its monitor again'
            - alert: RdmaLogRecordsLost
              expr: 'increase(rdma_monitor_lost_log_records_total[5m]) > 0'
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.instance }} loses log records: see its standard error for what \
      the OTLP receiver says'
            - alert: RdmaNamespacesLeftOut
              expr: 'rdma_monitor_namespaces_left_out > 0'
              for: 5m
              labels:
                severity: 'info'
              annotations:
                summary: '{{ $value }} network namespaces of {{ $labels.instance }} are not looked \
      into for devices: rdma-monitor doctor'
            - alert: RdmaHeadroomLow
              expr: 'rdma_monitor_resources / (rdma_monitor_resources_max > 0) > 0.9'
              for: 5m
              labels:
                severity: 'warning'
              annotations:
                summary: '{{ $labels.device }} of {{ $labels.instance }} holds {{ $value | \
      humanizePercentage }} of the {{ $labels.type }} that it can'
      """;

  private HostAlerts() {}

  /** The group, as YAML, less the findings that are switched off. */
  static String of(Settings settings) {
    return GROUP
        .replace("<CRITICAL>", findings("critical", settings))
        .replace("<WARNING>", findings("warning", settings));
  }

  /** Matchers of a severity, without the rules that are switched off. */
  private static String findings(String severity, Settings settings) {
    String off =
        Arrays.stream(FindingRule.values())
            .map(FindingRule::name)
            .filter(rule -> isOff(rule, settings))
            .collect(Collectors.joining("|"));
    return "severity=\"%s\"".formatted(severity)
        + (off.isEmpty() ? "" : ",rule!~\"%s\"".formatted(off));
  }

  private static boolean isOff(String rule, Settings settings) {
    return Arrays.stream(FindingLimit.values())
        .filter(limit -> limit.name().equals(rule))
        .anyMatch(limit -> !settings.findings().isOn(limit));
  }
}
