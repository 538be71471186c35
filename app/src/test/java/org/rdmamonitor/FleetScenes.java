// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.math.BigDecimal;

/** Fleets for tests, as a server has them. */
public final class FleetScenes {
  private FleetScenes() {}

  /** Three hosts: one that works, one that is down, and one that lies and has an evil name. */
  public static FakePrometheus three(FakePrometheus server) {
    String good = host("n1:19879");
    String evil = host("n2\\u001b[2J\\u202e:19879");
    up(server, good, 3.5);
    up(server, evil, 2);
    server.series("max by (job, instance) ((up", host("n3:19879"), "0");
    server.series("last_over_time(rdma_monitor_last", host("n3:19879"), ago(732));
    server.failing(
        "rdma-monitor", "n3:19879", "Get \\\"http://n3:19879/metrics\\\": connection refused");
    resources(server, good, "14", "11", "12", "4711");
    resources(server, evil, "-3", "1", "NaN", "2");
    server.series("sum by (job, instance, result)", good + ",result=\"ok\"", "1234.25");
    server.series("sum by (job, instance, result)", good + ",result=\"failed\"", "0.5");
    server.series("rdma_monitor_refused_total", good, "2.75");
    server.series("(rdma_monitor_threshold_breached", good, "2");
    server.series("(rdma_monitor_cgroup_threshold_breached", good, "1");
    server.series("rdma_monitor_active_findings)", good + ",severity=\"critical\"", "1");
    server.series("rdma_monitor_active_findings)", good + ",severity=\"notice\"", "4");
    server.series("scrape_duration_seconds", good, "0.0125");
    server.series("resets(rdma_monitor_cpu_seconds_total[3600s])", good, "1");
    return server.warning("a sidecar \\u001b[31mdid not answer");
  }

  /** What the host n1 of {@link #three} has. */
  public static FakePrometheus details(FakePrometheus server) {
    for (String type : new String[] {"QP", "PD", "CQ", "MR"}) {
      server.series("sum by (device, type)", "device=\"mlx5_0\",type=\"" + type + "\"", "10");
      server.series("sum by (device, type)", "device=\"rxe0\",type=\"" + type + "\"", "4");
      server.series(
          "sum by (cgroup, type)", "cgroup=\"/tenant-a.slice\",type=\"" + type + "\"", "9");
      server.series(
          "sum by (cgroup, type)", "cgroup=\"/evil\\u001b[H\",type=\"" + type + "\"", "5");
    }
    server.series("rdma_monitor_resources_max", "device=\"mlx5_0\",type=\"QP\"", "262144");
    server.series("sum by (device, result)", "device=\"mlx5_0\",result=\"ok\"", "1200");
    server.series("sum by (device, result)", "device=\"mlx5_0\",result=\"failed\"", "0.5");
    server.series("sum by (cgroup) (rdma_monitor_mr_bytes", "cgroup=\"/tenant-a.slice\"", "65536");
    server.series("sum by (cgroup, result)", "cgroup=\"/tenant-a.slice\",result=\"ok\"", "34.5");
    server.series("sum by (cgroup) (rate(rdma_monitor_ref", "cgroup=\"/tenant-a.slice\"", "2.75");
    server.series(
        "rdma_monitor_cgroup_info", "cgroup=\"/tenant-a.slice\",name=\"tenant-a.slice\"", "1");
    server.series("max by (rule)", "rule=\"QP_COUNT\"", "1");
    server.series("max by (cgroup, rule)", "cgroup=\"/tenant-a.slice\",rule=\"MR_REG\"", "1");
    server.series("sum by (rule, severity)", "rule=\"R3\",severity=\"critical\"", "1");
    server.series("sum by (rule, severity)", "rule=\"R6\",severity=\"notice\"", "4");
    server.series("sum (rdma_monitor_resources{job", "", "5", "7", "NaN", "14");
    server.series("sum (rate(rdma_monitor_verbs_total{job", "", "0", "100.5", "1234.75");
    return server;
  }

  /** As many hosts as there are wanted; each tenth is down, each hundredth has a finding. */
  public static FakePrometheus many(FakePrometheus server, int hosts) {
    for (int i = 0; i < hosts; i++) {
      String host = host("node%05d:19879".formatted(i));
      if (i % 10 == 9) {
        server.series("max by (job, instance) ((up", host, "0");
        server.series("last_over_time(rdma_monitor_last", host, ago(i));
        continue;
      }
      up(server, host, i % 15);
      resources(server, host, "" + i, "" + i / 2, "" + i * 2, "" + i * 8);
      server.series("sum by (job, instance, result)", host + ",result=\"ok\"", "" + i * 1.5);
      server.series("sum by (job, instance, result)", host + ",result=\"failed\"", "0");
      server.series("(rdma_monitor_threshold_breached", host, i % 50 == 0 ? "1" : "0");
      server.series("scrape_duration_seconds", host, "0.012");
      if (i % 100 == 0) {
        server.series("rdma_monitor_active_findings)", host + ",severity=\"critical\"", "1");
      }
    }
    return server;
  }

  private static String host(String instance) {
    return "job=\"rdma-monitor\",instance=\"" + instance + "\"";
  }

  private static String ago(double seconds) {
    return BigDecimal.valueOf(FakePrometheus.NOW + 0.5 - seconds).toPlainString();
  }

  private static void up(FakePrometheus server, String host, double age) {
    server.series("max by (job, instance) ((up", host, "1");
    server.series("last_over_time(rdma_monitor_last", host, ago(age));
    server.series("max by (job, instance, version)", host + ",version=\"0.1.0\"", "1");
  }

  private static void resources(
      FakePrometheus server, String host, String qp, String pd, String cq, String mr) {
    String words = "sum by (job, instance, type)";
    server.series(words, host + ",type=\"QP\"", qp);
    server.series(words, host + ",type=\"PD\"", pd);
    server.series(words, host + ",type=\"CQ\"", cq);
    server.series(words, host + ",type=\"MR\"", mr);
  }
}
