// SPDX-License-Identifier: MIT
package org.rdmamonitor;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmamonitor.RecordedHost.Settings;
import org.rdmamonitor.fleet.ListedConnection;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.render.metrics.ExportedHost;

/** Fleets for tests, as a server has them. */
public final class FleetScenes {
  private static final Pattern SERIES =
      Pattern.compile("(rdma_monitor_(?:connection|address)\\w+)(?:\\{(.*)})? (\\S+)");

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

  /** A host that is up and one that is down, without breaches and findings. */
  public static FakePrometheus quiet(FakePrometheus server) {
    up(server, host("n1:19879"), 3.5);
    server.series("max by (job, instance) ((up", host("n3:19879"), "0");
    return server;
  }

  /** A host whose figures cannot be, some of them by parts of which others make up for. */
  public static FakePrometheus impossible(FakePrometheus server) {
    String host = host("n1:19879");
    up(server, host, 3.5);
    resources(server, host, "1e20", "11", "12", "2.5");
    server.series("sum by (job, instance, result)", host + ",result=\"ok\"", "500");
    server.series("sum by (job, instance, result)", host + ",result=\"failed\"", "-100");
    server.series("sum by (device, type)", "device=\"a\",type=\"QP\"", "1e20");
    server.series("sum by (device, type)", "device=\"a\",type=\"PD\"", "11");
    server.series("sum by (rule, severity)", "rule=\"R3\",severity=\"critical\"", "2.5");
    server.series("sum (rdma_monitor_resources{job", "", "1e20", "2.5", "7");
    return server;
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

  /**
   * A host that exports its connections, up to a second of its own.
   *
   * @param isUp whether it can be scraped still: if not, its addresses are what is left
   */
  public static void exporter(
      FakePrometheus server, RecordedHost host, int until, List<Sample> samples, boolean isUp)
      throws IOException {
    String target = host(host.name() + ":19879");
    if (isUp) {
      up(server, target, 1);
    } else {
      server.series("max by (job, instance) ((up", target, "0");
      server.series("last_over_time(rdma_monitor_last", target, ago(30));
    }
    // The fleet's present is the last second of the host.
    double later = FakePrometheus.NOW - Scenes.START.getEpochSecond() - until;
    for (String line : ExportedHost.lines(samples, 10_000)) {
      Matcher series = SERIES.matcher(line);
      if (series.matches() && (isUp || series.group(1).endsWith("address_info"))) {
        double value = Double.parseDouble(series.group(3));
        String labels = series.group(2) == null ? "" : "," + series.group(2);
        server.series(
            series.group(1),
            target + labels,
            BigDecimal.valueOf(line.contains("_timestamp_") ? value + later : value)
                .toPlainString());
      }
    }
  }

  /**
   * Three hosts, of which the last is down. Two connections of the first two are well; of five
   * others the path MTU differs, the traffic class does, an end is gone, one is in ERR, and one
   * leads to nobody.
   */
  public static FakePrometheus connected(FakePrometheus server) throws IOException {
    JoinScenes scene = new JoinScenes();
    RecordedHost node1 = scene.node1;
    RecordedHost node2 = scene.node2;
    faults(scene);
    int until = 60;
    exporter(server, node1, until, node1.samples(0, until), true);
    exporter(server, node2, until, node2.samples(0, until), true);
    exporter(server, scene.node3, until, scene.node3.samples(0, until), false);
    return server;
  }

  /** Connects these hosts as {@link #connected} says, within three seconds. */
  public static void faults(JoinScenes scene) {
    RecordedHost node1 = scene.node1;
    RecordedHost node2 = scene.node2;
    scene.connect(node1, node2, 0.1);
    scene.connect(node2, node1, 0.2);
    Settings mtu = scene.settings();
    scene.connect(node1, node2, 0.3, mtu, JoinScenes.back(mtu).mtu(4096));
    Settings service = scene.settings();
    scene.connect(node1, node2, 0.4, service, JoinScenes.back(service).service(0, 3));
    node2.vanish(1.5, scene.connect(node1, node2, 0.5).other());
    node2.fail(1.6, scene.connect(node1, node2, 0.6).other());
    int foreign = node1.make(0.7);
    node1.connect(0.71, foreign, "::ffff:10.9.9.9", 17, scene.settings());
    scene.connect(node1, scene.node3, 0.8);
  }

  /** An end that is in RTS, as an exporter tells of it. */
  public static ListedConnection listed(
      int number, String address, int peer, String peerAddress, int mtu, Instant since) {
    return listed("mlx5_0", number, address, peer, peerAddress, mtu, since);
  }

  /** The same of a device. */
  public static ListedConnection listed(
      String device,
      int number,
      String address,
      int peer,
      String peerAddress,
      int mtu,
      Instant since) {
    return new ListedConnection(
        device,
        OptionalInt.of(1),
        number,
        "RC",
        "ROCE_V2",
        "RTS",
        address,
        peerAddress,
        peer,
        OptionalInt.of(mtu),
        OptionalInt.of(104),
        OptionalInt.of(3),
        "/kubepods/pod" + "a".repeat(32),
        42,
        "app\u001b[H",
        since);
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
