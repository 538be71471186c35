// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.fleet.HostId;

/**
 * The expressions that a fleet is read by, in PromQL as Prometheus 2.4 and later know it. All but
 * those of one host are sums by host, so that no host makes an answer longer than any other.
 *
 * @param job a regular expression of the scrape jobs; empty for those whose name has {@code
 *     rdma-monitor} in it, and all other targets that have had its metrics
 * @param window for rates
 * @param lookback how long a host that is not scraped is known
 */
record FleetQueries(Optional<String> job, Duration window, Duration lookback) {
  private static final String BY_HOST = " by (job, instance) ";

  /** Programs close the two ends of a connection one after the other. */
  private static final Duration TEARDOWN = Duration.ofSeconds(15);

  /** Of a host and what it says of itself. */
  private static final String STANDARD_JOB = ".*rdma.?monitor.*";

  /** Whether each target could be scraped. */
  String up() {
    String named = "up{job=~%s}".formatted(quoted(job.orElse(STANDARD_JOB)));
    String known =
        job.isPresent()
            ? named
            : "(%s or (up and on (job, instance) last_over_time(rdma_monitor_build_info[%s])))"
                .formatted(named, seconds(lookback));
    return "max" + BY_HOST + "(" + known + ")";
  }

  /** When the figures of each were read last. */
  String lastReading() {
    return "max%s(last_over_time(rdma_monitor_last_reading_timestamp_seconds%s[%s]))"
        .formatted(BY_HOST, where(""), seconds(lookback));
  }

  /** The versions of those that have figures now. */
  String version() {
    return "max by (job, instance, version) (rdma_monitor_build_info%s)".formatted(where(""));
  }

  /** Objects by type. */
  String resources() {
    return "sum by (job, instance, type) (rdma_monitor_resources%s)"
        .formatted(where("type=~\"QP|PD|CQ|MR\""));
  }

  /** Calls per second by their result. */
  String calls() {
    return "sum by (job, instance, result) (%s)".formatted(rate("rdma_monitor_verbs_total"));
  }

  /** Refused calls per second. */
  String refused() {
    return "sum%s(%s)".formatted(BY_HOST, rate("rdma_monitor_refused_total"));
  }

  /** Limits of the host that are exceeded. */
  String breaches() {
    return "sum%s(rdma_monitor_threshold_breached%s)".formatted(BY_HOST, where(""));
  }

  /** Limits of cgroups that are exceeded. */
  String cgroupBreaches() {
    return "sum%s(rdma_monitor_cgroup_threshold_breached%s)".formatted(BY_HOST, where(""));
  }

  /** Findings by severity. */
  String findings() {
    return "sum by (job, instance, severity) (rdma_monitor_active_findings%s)".formatted(where(""));
  }

  /** How often each was started anew. */
  String restarts() {
    return "max%s(resets(rdma_monitor_cpu_seconds_total%s[%s]))"
        .formatted(BY_HOST, where(""), seconds(lookback));
  }

  /**
   * How often counters of calls began anew within the window, and the processor time did not. Once
   * may be a device that was taken out and put back.
   */
  String backwards() {
    return ("max%1$s(resets(rdma_monitor_verbs_total%2$s[%3$s]))"
            + " - max%1$s(resets(rdma_monitor_cpu_seconds_total%2$s[%3$s])) > 1")
        .formatted(BY_HOST, where(""), seconds(window));
  }

  /** How long the latest scrapes took. */
  String scrapes() {
    return "max%s(scrape_duration_seconds and on (job, instance) rdma_monitor_build_info%s)"
        .formatted(BY_HOST, where(""));
  }

  /** Since when each follows its connections; of those only that do. */
  String connectionsBegin() {
    return "max%s(rdma_monitor_connections_begin_timestamp_seconds%s)"
        .formatted(BY_HOST, where(""));
  }

  /** How many each does not tell of one by one. */
  String connectionsLeftOut() {
    return "max%s(rdma_monitor_connections_left_out%s)".formatted(BY_HOST, where(""));
  }

  /** The addresses that each has, or had before it could not be scraped any more. */
  String addresses() {
    return "max by (job, instance, address) (last_over_time(rdma_monitor_address_info%s[%s]))"
        .formatted(where(""), seconds(lookback));
  }

  /** Single connections; the only answer that is no sum. */
  String connections() {
    return "rdma_monitor_connection_timestamp_seconds" + where("");
  }

  /**
   * Those that were told of a moment ago, and are not now: for two scrapes and a little more, so
   * that an end is not blamed which was read before its peer was gone.
   */
  String goneConnections() {
    return "last_over_time(%1$s[%2$s]) unless %1$s"
        .formatted(connections(), seconds(window.dividedBy(2).plus(TEARDOWN)));
  }

  /** Expressions of one host. */
  OfHost of(HostId host) {
    return new OfHost(
        "job=%s,instance=%s".formatted(quoted(host.job()), quoted(host.instance())),
        seconds(window));
  }

  /**
   * The expressions of one host.
   *
   * @param host matchers
   * @param window of rates
   */
  record OfHost(String host, String window) {
    /** By device and type. */
    String resources() {
      return "sum by (device, type) (rdma_monitor_resources{%s,type=~\"QP|PD|CQ|MR\"})"
          .formatted(host);
    }

    /** What devices say they can hold. */
    String most() {
      return "max by (device, type) (rdma_monitor_resources_max{%s,type=\"QP\"})".formatted(host);
    }

    /** Calls per second, by device and result. */
    String calls() {
      return "sum by (device, result) (rate(rdma_monitor_verbs_total{%s}[%s]))"
          .formatted(host, window);
    }

    /** By cgroup and type. */
    String cgroupResources() {
      return "sum by (cgroup, type) (rdma_monitor_cgroup_resources{%s,type=~\"QP|PD|CQ|MR\"})"
          .formatted(host);
    }

    /** Of cgroups. */
    String cgroupBytes() {
      return "sum by (cgroup) (rdma_monitor_mr_bytes{%s})".formatted(host);
    }

    /** Calls per second, by cgroup and result. */
    String cgroupCalls() {
      return "sum by (cgroup, result) (rate(rdma_monitor_cgroup_verbs_total{%s}[%s]))"
          .formatted(host, window);
    }

    /** Refused calls per second, by the cgroup whose limit it was. */
    String cgroupRefused() {
      return "sum by (cgroup) (rate(rdma_monitor_refused_total{%s}[%s]))".formatted(host, window);
    }

    /** What cgroups are called. */
    String cgroupNames() {
      return "max by (cgroup, name) (rdma_monitor_cgroup_info{%s})".formatted(host);
    }

    /** Limits that are exceeded. */
    String breaches() {
      return "max by (rule) (rdma_monitor_threshold_breached{%s}) > 0".formatted(host);
    }

    /** Of cgroups. */
    String cgroupBreaches() {
      return "max by (cgroup, rule) (rdma_monitor_cgroup_threshold_breached{%s}) > 0"
          .formatted(host);
    }

    /** By rule and severity. */
    String findings() {
      return "sum by (rule, severity) (rdma_monitor_active_findings{%s}) > 0".formatted(host);
    }

    /** Queue pairs together. */
    String queuePairs() {
      return "sum (rdma_monitor_resources{%s,type=\"QP\"})".formatted(host);
    }

    /** Memory regions together. */
    String memoryRegions() {
      return "sum (rdma_monitor_resources{%s,type=\"MR\"})".formatted(host);
    }

    /** Calls per second together. */
    String allCalls() {
      return "sum (rate(rdma_monitor_verbs_total{%s}[%s]))".formatted(host, window);
    }

    /** Failed calls per second together. */
    String allFailed() {
      return "sum (rate(rdma_monitor_verbs_total{%s,result=\"failed\"}[%s]))"
          .formatted(host, window);
    }
  }

  private String rate(String counter) {
    return "rate(%s%s[%s])".formatted(counter, where(""), seconds(window));
  }

  /** Matchers of the wanted jobs and another. */
  private String where(String other) {
    String jobs = job.map(regex -> "job=~" + quoted(regex)).orElse("");
    String both = jobs + (jobs.isEmpty() || other.isEmpty() ? "" : ",") + other;
    return both.isEmpty() ? "" : "{" + both + "}";
  }

  private static String seconds(Duration duration) {
    return Math.max(1, duration.toSeconds()) + "s";
  }

  /** A string of PromQL. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(sign -> {
          if (sign == '"' || sign == '\\') {
            quoted.append('\\').append((char) sign);
          } else if (sign < 0x20 || sign == 0x7f) {
            quoted.append("\\x%02x".formatted(sign));
          } else {
            quoted.append((char) sign);
          }
        });
    return quoted.append('"').toString();
  }
}
