// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.prometheus;

import java.time.Duration;
import java.util.Optional;
import org.rdmamonitor.fleet.Figure;
import org.rdmamonitor.fleet.HostId;

/**
 * The PromQL expressions by which a fleet is read, for Prometheus 2.4 and later. Those about all
 * hosts, except {@link #connections} and {@link #goneConnections}, are aggregated by host, so that
 * no host can make an answer much longer than any other host.
 *
 * @param job a regular expression of the scrape jobs; empty for jobs with {@code rdma-monitor} in
 *     their name, and for all other targets that have had its metrics
 * @param window for rates
 * @param lookback how long a host is still known after it was last scraped
 */
record FleetQueries(Optional<String> job, Duration window, Duration lookback) {
  private static final String BY_HOST = " by (job, instance) ";
  private static final String OBJECTS = "type=~\"QP|PD|CQ|MR\"";
  private static final String QUEUE_PAIRS = "type=\"QP\"";

  /**
   * Allows for the time between the closing of the two ends of a connection, since programs close
   * them one after the other.
   */
  private static final Duration TEARDOWN = Duration.ofSeconds(15);

  /** Matches the names of the usual scrape jobs. */
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

  /** When each host's figures were last read. */
  String lastReading() {
    return "max%s(last_over_time(rdma_monitor_last_reading_timestamp_seconds%s[%s]))"
        .formatted(BY_HOST, where(""), seconds(lookback));
  }

  /** The versions of the hosts that have figures now. */
  String version() {
    return "max by (job, instance, version) (rdma_monitor_build_info%s)".formatted(where(""));
  }

  /** Objects by type. */
  String resources() {
    return sum(" by (job, instance, type) ", "rdma_monitor_resources" + where(OBJECTS));
  }

  /** Of the numbers that no other expression adds up, by type, one that cannot be. */
  String impossible() {
    return "min by (job, instance, type) (%s or %s)"
        .formatted(
            impossible("rdma_monitor_cgroup_resources" + where(OBJECTS)),
            impossible("rdma_monitor_resources_max" + where(QUEUE_PAIRS)));
  }

  /** Calls per second by their result. */
  String calls() {
    return rate(
        " by (job, instance, result) ", "rdma_monitor_verbs_total" + where(""), seconds(window));
  }

  /** Refused calls per second. */
  String refused() {
    return rate(BY_HOST, "rdma_monitor_refused_total" + where(""), seconds(window));
  }

  /** The host's own limits that are exceeded. */
  String breaches() {
    return sum(BY_HOST, "rdma_monitor_threshold_breached" + where(""));
  }

  /** Limits of cgroups that are exceeded. */
  String cgroupBreaches() {
    return sum(BY_HOST, "rdma_monitor_cgroup_threshold_breached" + where(""));
  }

  /** Findings by severity. */
  String findings() {
    return sum(" by (job, instance, severity) ", "rdma_monitor_active_findings" + where(""));
  }

  /** How often the exporter on each host was restarted. */
  String restarts() {
    return "max%s(resets(rdma_monitor_cpu_seconds_total%s[%s]))"
        .formatted(BY_HOST, where(""), seconds(lookback));
  }

  /**
   * How often counters of calls restarted within the window though the counter of processor time
   * did not; given only if more than once, because once may be due to a device that was removed and
   * added again.
   */
  String backwards() {
    return ("max%1$s(resets(rdma_monitor_verbs_total%2$s[%3$s]))"
            + " - max%1$s(resets(rdma_monitor_cpu_seconds_total%2$s[%3$s])) > 1")
        .formatted(BY_HOST, where(""), seconds(window));
  }

  /** How long the latest scrape of each host took. */
  String scrapes() {
    return "max%s(scrape_duration_seconds and on (job, instance) rdma_monitor_build_info%s)"
        .formatted(BY_HOST, where(""));
  }

  /** Since when each host has followed its connections; only for hosts that do. */
  String connectionsBegin() {
    return "max%s(rdma_monitor_connections_begin_timestamp_seconds%s)"
        .formatted(BY_HOST, where(""));
  }

  /** How many connections each host does not report one by one. */
  String connectionsLeftOut() {
    return "max%s(rdma_monitor_connections_left_out%s)".formatted(BY_HOST, where(""));
  }

  /** The addresses of each host; for one that can no longer be scraped, those it had. */
  String addresses() {
    return "max by (job, instance, address) (last_over_time(rdma_monitor_address_info%s[%s]))"
        .formatted(where(""), seconds(lookback));
  }

  /** Single connections, not aggregated by host. */
  String connections() {
    return "rdma_monitor_connection_timestamp_seconds" + where("");
  }

  /**
   * Connections that were reported a moment ago and no longer are. They are kept for two scrapes
   * and a little more, so that an end is not reported as lacking its peer only because it was read
   * before the peer was gone.
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
   * The expressions about one host.
   *
   * @param host label matchers that select it
   * @param window of rates
   */
  record OfHost(String host, String window) {
    /** Objects by device and type. */
    String resources() {
      return sum(" by (device, type) ", of("rdma_monitor_resources", OBJECTS));
    }

    /** The maximum numbers of objects, as devices report them. */
    String most() {
      return "max by (device, type) (%s)".formatted(of("rdma_monitor_resources_max", QUEUE_PAIRS));
    }

    /** Calls per second, by device and result. */
    String calls() {
      return rate(" by (device, result) ", of("rdma_monitor_verbs_total"), window);
    }

    /** Objects by cgroup and type. */
    String cgroupResources() {
      return sum(" by (cgroup, type) ", of("rdma_monitor_cgroup_resources", OBJECTS));
    }

    /** Bytes of memory regions by cgroup. */
    String cgroupBytes() {
      return sum(" by (cgroup) ", of("rdma_monitor_mr_bytes"));
    }

    /** Calls per second, by cgroup and result. */
    String cgroupCalls() {
      return rate(" by (cgroup, result) ", of("rdma_monitor_cgroup_verbs_total"), window);
    }

    /** Refused calls per second, by the cgroup whose limit refused them. */
    String cgroupRefused() {
      return rate(" by (cgroup) ", of("rdma_monitor_refused_total"), window);
    }

    /** The names of cgroups. */
    String cgroupNames() {
      return "max by (cgroup, name) (rdma_monitor_cgroup_info{%s})".formatted(host);
    }

    /** The host's own limits that are exceeded. */
    String breaches() {
      return "max by (rule) (rdma_monitor_threshold_breached{%s}) > 0".formatted(host);
    }

    /** Limits of cgroups that are exceeded. */
    String cgroupBreaches() {
      return "max by (cgroup, rule) (rdma_monitor_cgroup_threshold_breached{%s}) > 0"
          .formatted(host);
    }

    /** Findings by rule and severity. */
    String findings() {
      return "(%s) != 0"
          .formatted(sum(" by (rule, severity) ", of("rdma_monitor_active_findings")));
    }

    /** All queue pairs. */
    String queuePairs() {
      return sum(" ", of("rdma_monitor_resources", QUEUE_PAIRS));
    }

    /** All memory regions. */
    String memoryRegions() {
      return sum(" ", of("rdma_monitor_resources", "type=\"MR\""));
    }

    /** All calls per second. */
    String allCalls() {
      return rate(" ", of("rdma_monitor_verbs_total"), window);
    }

    /** All failed calls per second. */
    String allFailed() {
      return rate(" ", of("rdma_monitor_verbs_total", "result=\"failed\""), window);
    }

    private String of(String metric) {
      return "%s{%s}".formatted(metric, host);
    }

    private String of(String metric, String matcher) {
      return "%s{%s,%s}".formatted(metric, host, matcher);
    }
  }

  /** The sum of numbers, or one of them that cannot be, so that no other makes up for it. */
  private static String sum(String by, String numbers) {
    return "min%1$s(%2$s) or sum%1$s(%3$s)".formatted(by, impossible(numbers), numbers);
  }

  /** The rates of counters together, or a counter that is below 0. */
  private static String rate(String by, String counters, String window) {
    return "min%1$s(%2$s < 0) or sum%1$s(rate(%2$s[%3$s]))".formatted(by, counters, window);
  }

  /** Those of the numbers that are negative, not whole or too large. */
  private static String impossible(String numbers) {
    return "%1$s != abs(floor(clamp_max(%1$s, %2$d)))".formatted(numbers, Figure.MOST);
  }

  /** The matchers of the wanted jobs, together with another one. */
  private String where(String other) {
    String jobs = job.map(regex -> "job=~" + quoted(regex)).orElse("");
    String both = jobs + (jobs.isEmpty() || other.isEmpty() ? "" : ",") + other;
    return both.isEmpty() ? "" : "{" + both + "}";
  }

  private static String seconds(Duration duration) {
    return Math.max(1, duration.toSeconds()) + "s";
  }

  /** Writes a text as a PromQL string. */
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
