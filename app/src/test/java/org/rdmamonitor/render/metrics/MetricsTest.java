// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.Golden;
import org.rdmamonitor.Samples;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.Cost;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Health.Figure;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Sample.Scope;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.model.limits.Enforcement;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Device;
import org.rdmamonitor.model.resource.DeviceFacts;
import org.rdmamonitor.model.resource.DeviceFacts.Port;
import org.rdmamonitor.model.resource.Inventory;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.Breach;
import org.rdmamonitor.policy.Verdict;

class MetricsTest {
  private static final Device RXE = new Device(1, "rxe0");

  @Test
  void aBusyHostAsOpenMetrics() throws IOException {
    String text = MetricsScene.busy().text(Rendering.OPEN_METRICS);

    Golden.assertMatches(text, "metrics-openmetrics.txt");
    assertThat(Exposition.parse(text).samples()).hasSizeGreaterThan(300);
  }

  @Test
  void aBusyHostAsPrometheusText() throws IOException {
    Golden.assertMatches(MetricsScene.busy().text(Rendering.PROMETHEUS), "metrics-prometheus.txt");
  }

  @Test
  void queuesOfEthernetInterfacesAreTold() throws IOException {
    String text =
        new MetricsScene(1000)
            .tell(Scenes.withEthernet(false))
            .tell(Scenes.withEthernet(true))
            .text(Rendering.OPEN_METRICS);

    Golden.assertMatches(lines(text, "rdma_monitor_ethernet_"), "metrics-ethernet.txt");
    assertThat(Exposition.parse(text).samples()).isNotEmpty();
  }

  /** Those lines that have this. */
  private static String lines(String text, String part) {
    return text.lines()
        .filter(line -> line.contains(part))
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** What is of no queue is the port's less the queues', which are read a moment later. */
  @Test
  void countsOfEthernetInterfacesNeverFall() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    String frames =
        "rdma_monitor_ethernet_frames_total{device=\"rxe0\",direction=\"received\","
            + "host_interface=\"eth0\",interface=\"rdma-0\",queue=\"0\"}";
    List<Double> told = new ArrayList<>();
    for (long more : List.of(100L, 40L, 120L)) {
      scene.tell(Scenes.busy().with(Scenes.ethernet(Scenes.START, more)));
      told.add(Exposition.parse(scene.text(Rendering.OPEN_METRICS)).samples().get(frames));
    }

    assertThat(told).containsExactly(1100.0, 1100.0, 1120.0);
    scene.tell(Scenes.busy());
    assertThat(scene.text(Rendering.OPEN_METRICS)).doesNotContain("rdma_monitor_ethernet");
  }

  @Test
  void typesOfQueuePairsAndFlowRulesAreTold() throws IOException {
    String text = new MetricsScene(1000).tell(Scenes.flows()).text(Rendering.PROMETHEUS);

    assertThat(text.lines().filter(line -> line.contains("session-3")))
        .contains(
            "rdma_monitor_queue_pairs{cgroup=\"/user.slice/user-1000.slice/session-3.scope\","
                + "device=\"mlx5_0\",type=\"RAW_PACKET\"} 1.0",
            "rdma_monitor_flow_rules{cgroup=\"/user.slice/user-1000.slice/session-3.scope\","
                + "device=\"mlx5_0\"} 2.0");
  }

  @Test
  void aProcessKeepsItsSeriesAsLongAsItOwnsObjects() throws IOException {
    MetricsScene scene = new MetricsScene(1000, 1);
    scene.tell(MetricsScene.with(Scenes.busy(), 1000));
    scene.tell(MetricsScene.with(Scenes.busier(), 2000));

    String calls = "rdma_monitor_process_verbs_total{cgroup=\"/tenant-a\",comm=\"app\",pid=\"42\",";
    assertThat(parse(scene).value(calls + "result=\"ok\"}")).isEqualTo(8);
    assertThat(parse(scene).value(calls + "result=\"failed\"}")).isEqualTo(2);
    assertThat(parse(scene).samples().keySet())
        .filteredOn(series -> series.startsWith("rdma_monitor_process_mr_bytes"))
        .hasSize(1);

    scene.tell(Scenes.nothing(Duration.ofSeconds(9)));
    assertThat(parse(scene).samples().keySet())
        .noneMatch(series -> series.startsWith("rdma_monitor_process_mr_bytes"));
  }

  @Test
  void aHostWithoutRdmaHasMetricsOfTheMonitorOnly() throws IOException {
    Exposition exposition = parse(new MetricsScene(1000).tell(Scenes.nothing(Duration.ZERO)));

    assertThat(exposition.samples().keySet())
        .isNotEmpty()
        .noneMatch(series -> series.contains("device="));
    assertThat(exposition.value("rdma_monitor_hooks{state=\"waiting\"}")).isEqualTo(14);
  }

  @Test
  void aReaderOfEventsThatHasEndedIsDown() throws IOException {
    Sample sample = Scenes.busy();
    Health health = sample.health();
    Health ended =
        new Health(
            health.hooks(), Map.of(Figure.FAILED_EVENTS, 2L), "java.lang.InternalError: page");

    Exposition well = parse(new MetricsScene(1000).tell(sample));
    Exposition broken = parse(new MetricsScene(1000).tell(Scenes.with(sample, ended)));
    assertThat(well.value("rdma_monitor_event_reader_up")).isEqualTo(1);
    assertThat(well.value("rdma_monitor_failed_events_total")).isZero();
    assertThat(broken.value("rdma_monitor_event_reader_up")).isZero();
    assertThat(broken.value("rdma_monitor_failed_events_total")).isEqualTo(2);
  }

  @Test
  void everyFigureOfHealthIsServed() throws IOException {
    Map<Figure, Long> figures = new EnumMap<>(Figure.class);
    for (Figure figure : Figure.values()) {
      figures.put(figure, 10L + figures.size());
    }
    Sample sample = Scenes.with(Scenes.busy(), Health.NONE.with(figures));

    Exposition exposition = parse(new MetricsScene(1000).tell(sample));
    figures.forEach((figure, number) -> {
      String name =
          switch (figure) {
            case DRIFT -> "drift_objects";
            case OBJECTS_LEFT_OUT, NAMESPACES_LEFT_OUT -> figure.key();
            default -> figure.key() + "_total";
          };
      assertThat((long) exposition.value("rdma_monitor_" + name)).as(name).isEqualTo(number);
    });
  }

  @Test
  void cgroupsBeyondTheMostAreOneForAsLongAsTheyExist() throws IOException {
    MetricsScene scene = new MetricsScene(3);
    scene.tell(cgroups(1, 2, 3, 4, 5));
    String other = "rdma_monitor_cgroup_resources{cgroup=\"[other]\",device=\"rxe0\",type=\"QP\"}";
    String fifth = "rdma_monitor_cgroup_resources{cgroup=\"/c5\",device=\"rxe0\",type=\"QP\"}";

    assertThat(parse(scene).value(other)).isEqualTo(2);

    scene.tell(cgroups(4, 5, 6));
    assertThat(parse(scene).value(other)).isEqualTo(2);
    assertThat(parse(scene).samples()).doesNotContainKey(fifth);
    assertThat(
            parse(scene)
                .value("rdma_monitor_cgroup_resources{cgroup=\"/c6\",device=\"rxe0\",type=\"QP\"}"))
        .isEqualTo(1);
    assertThat(
            parse(scene)
                .value(
                    "rdma_monitor_cgroup_verbs_total{cgroup=\"[other]\",device=\"rxe0\","
                        + "result=\"ok\",verb=\"QP_CREATE\"}"))
        .isEqualTo(20);
  }

  @Test
  void aCgroupThatIsGoneAndOwnsNothingGivesItsLabelToAnotherAfterAWhile() throws IOException {
    MetricsScene scene = new MetricsScene(1);
    Cgroup ended = new Cgroup(1, "/ended").removed();
    Cgroup fresh = new Cgroup(2, "/fresh");
    Sample both = sample(List.of(ended, fresh), Map.of(scope(1), calls(10), scope(2), calls(3)));

    scene.tell(sample(List.of(ended), Map.of(scope(1), calls(10))));
    scene.nanos.addAndGet(Endings.KEPT.toNanos() - 1);
    scene.tell(both);
    assertThat(verbs(scene)).containsOnlyKeys("/ended", "[other]");

    scene.nanos.addAndGet(1);
    scene.tell(sample(List.of(ended), Map.of(scope(1), calls(10))));
    assertThat(verbs(scene)).isEmpty();
    scene.tell(both);
    assertThat(verbs(scene)).containsExactly(Map.entry("/fresh", 3.0));
    assertThat(parse(scene).samples().keySet()).noneMatch(series -> series.contains("/ended"));
  }

  @Test
  void aCgroupThatIsGoneKeepsItsSeriesAsLongAsItOwnsSomething() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    Cgroup gone = new Cgroup(1, "/c1").removed();
    for (int i = 0; i < 3; i++) {
      scene.tell(sample(List.of(gone), Map.of(scope(1), created(10, 0))));
      scene.nanos.addAndGet(Endings.KEPT.toNanos());
    }

    assertThat(verbs(scene)).containsExactly(Map.entry("/c1", 10.0));
  }

  /** The source adds what was counted in it to the rest. */
  @Test
  void aRowThatIsGivenUpIsNoNews() throws IOException {
    MetricsScene scene = new MetricsScene(1);
    Cgroup first = new Cgroup(1, "/a");
    Cgroup second = new Cgroup(2, "/b");
    Scope rest = scope(1).rest();

    scene.tell(
        sample(List.of(first, second), Map.of(scope(1), calls(3_000_000), scope(2), calls(10))));
    assertThat(verbs(scene)).containsOnly(Map.entry("/a", 3e6), Map.entry("[other]", 10.0));

    scene.tell(
        sample(
            List.of(first, Cgroup.OVERFLOW), Map.of(scope(1), calls(3_000_000), rest, calls(10))));
    assertThat(verbs(scene)).containsOnly(Map.entry("/a", 3e6), Map.entry("[other]", 10.0));

    scene.tell(sample(List.of(Cgroup.OVERFLOW), Map.of(rest, calls(3_000_012))));
    assertThat(verbs(scene)).containsOnly(Map.entry("[other]", 12.0));
    assertThat(
            parse(scene)
                .value(
                    "rdma_monitor_verbs_total{device=\"rxe0\",result=\"ok\",verb=\"QP_CREATE\"}"))
        .isEqualTo(3_000_012);
  }

  @Test
  void aRowIsNoNewsEitherWhenNothingWasToldOfItAnyMore() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    Sample gone =
        sample(List.of(new Cgroup(1, "/a").removed()), Map.of(scope(1), calls(3_000_000)));
    scene.tell(gone);
    scene.nanos.addAndGet(Endings.KEPT.toNanos());
    scene.tell(gone);
    assertThat(verbs(scene)).isEmpty();

    scene.tell(sample(List.of(Cgroup.OVERFLOW), Map.of(scope(1).rest(), calls(3_000_002))));
    assertThat(verbs(scene)).containsExactly(Map.entry("[other]", 2.0));
  }

  /** Successful QP_CREATE by cgroup. */
  private static Map<String, Double> verbs(MetricsScene scene) throws IOException {
    Pattern series =
        Pattern.compile(
            "rdma_monitor_cgroup_verbs_total\\{cgroup=\"([^\"]*)\",.*result=\"ok\",.*QP_CREATE.*");
    Map<String, Double> found = new HashMap<>();
    parse(scene)
        .samples()
        .forEach((key, value) -> {
          Matcher matcher = series.matcher(key);
          if (matcher.matches()) {
            found.put(matcher.group(1), value);
          }
        });
    return found;
  }

  @Test
  void aCgroupWhoseNameIsFoundLateGetsItsLabelAndNoCallIsCountedTwice() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    scene.tell(sample(List.of(), Map.of(scope(7), created(10, 0))));
    String labels = "device=\"rxe0\",result=\"ok\",verb=\"QP_CREATE\"}";
    assertThat(parse(scene).value("rdma_monitor_cgroup_verbs_total{cgroup=\"[unknown]\"," + labels))
        .isEqualTo(10);

    scene.tell(sample(List.of(new Cgroup(7, "/c7")), Map.of(scope(7), created(12, 0))));
    Exposition named = parse(scene);
    assertThat(
            named.value(
                "rdma_monitor_cgroup_resources{cgroup=\"/c7\",device=\"rxe0\",type=\"QP\"}"))
        .isEqualTo(1);
    assertThat(named.value("rdma_monitor_cgroup_verbs_total{cgroup=\"/c7\"," + labels))
        .isEqualTo(2);
    assertThat(named.samples().keySet()).noneMatch(series -> series.contains("[unknown]"));
  }

  @Test
  void aCgroupIsToBeJoinedWithTheNamesOfItsPod() throws IOException {
    String path = "/kubepods/pod2f6c1fa2-8c5e-4a3c-9d64-1c1f1b6b4b11/" + "0".repeat(64);
    Cgroup worker =
        new Cgroup(7, path, Cgroup.ALL_LEVELS, GivenNames.ofPod("ml", "trainer-0", "worker"));
    MetricsScene scene = new MetricsScene(1000);
    scene.tell(sample(List.of(worker), Map.of(scope(7), created(10, 0))));

    assertThat(
            parse(scene)
                .value(
                    "rdma_monitor_cgroup_info{cgroup=\"%s\",container=\"worker\",".formatted(path)
                        + "name=\"pod ml/trainer-0 worker\",namespace=\"ml\",pod=\"trainer-0\","
                        + "slurm_job=\"\",slurm_step=\"\",slurm_user=\"\"}"))
        .isEqualTo(1);
  }

  @Test
  void tasksOfAJobAreToBeAddedUpByItsNumber() throws IOException {
    String path = "/system.slice/slurmstepd.scope/job_42/step_0/user/task_3";
    Cgroup task = new Cgroup(7, path, Cgroup.ALL_LEVELS, GivenNames.ofUser("alice"));
    MetricsScene scene = new MetricsScene(1000);
    scene.tell(sample(List.of(task), Map.of(scope(7), created(10, 0))));

    assertThat(
            parse(scene)
                .value(
                    "rdma_monitor_cgroup_info{cgroup=\"%s\",container=\"\",".formatted(path)
                        + "name=\"slurm job 42 step 0 task 3 user alice\",namespace=\"\",pod=\"\","
                        + "slurm_job=\"42\",slurm_step=\"0\",slurm_user=\"alice\"}"))
        .isEqualTo(1);
  }

  /** As after docker rename and a new start. */
  @Test
  void aCgroupHasOneSetOfNamesThatOfTheNewest() throws IOException {
    String path = "/system.slice/docker-" + "0".repeat(64) + ".scope";
    MetricsScene scene = new MetricsScene(1000);
    scene.tell(
        sample(
            List.of(
                new Cgroup(8, path, Cgroup.ALL_LEVELS, GivenNames.ofContainer("new")),
                new Cgroup(7, path, Cgroup.ALL_LEVELS, GivenNames.ofContainer("old"))),
            Map.of(scope(7), created(10, 0), scope(8), created(1, 0))));

    assertThat(parse(scene).samples().keySet())
        .filteredOn(series -> series.startsWith("rdma_monitor_cgroup_info"))
        .singleElement()
        .asString()
        .contains("container=\"new\"", "name=\"docker new\"");
  }

  @Test
  void aThousandCgroupsAreABoundedNumberOfSeries() throws IOException {
    long[] ids = LongStream.rangeClosed(1, 4000).toArray();
    Exposition exposition = parse(new MetricsScene(1000).tell(cgroups(ids)));

    assertThat(
            exposition.samples().keySet().stream()
                .filter(series -> series.startsWith("rdma_monitor_cgroup_resources{"))
                .count())
        .isEqualTo(1001L * ResourceType.values().length);
    assertThat(
            exposition.value(
                "rdma_monitor_cgroup_resources{cgroup=\"[other]\",device=\"rxe0\",type=\"QP\"}"))
        .isEqualTo(3000);
  }

  @Test
  void aCgroupThatComesAgainUnderItsPathGoesOn() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    String series =
        "rdma_monitor_cgroup_verbs_total{cgroup=\"/job\",device=\"rxe0\",result=\"ok\","
            + "verb=\"QP_CREATE\"}";
    scene.tell(sample(List.of(new Cgroup(1, "/job")), Map.of(scope(1), created(10, 0))));
    scene.tell(
        sample(
            List.of(new Cgroup(1, "/job"), new Cgroup(2, "/job")),
            Map.of(scope(1), created(10, 0), scope(2), created(3, 0))));
    assertThat(parse(scene).value(series)).isEqualTo(13);

    scene.tell(sample(List.of(new Cgroup(2, "/job")), Map.of(scope(2), created(4, 0))));
    assertThat(parse(scene).value(series)).isEqualTo(14);
  }

  @Test
  void countersDoNotFallWhateverTheKernelTells() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    Exposition before = null;
    List<Sample> samples =
        List.of(
            ported(created(10, 0), RXE, port(1, Map.of("link_downed", 7L, "sent_pkts", 500L))),
            // a call in flight fails, and the driver was loaded again
            ported(created(10, 1), RXE, port(1, Map.of("link_downed", 1L, "sent_pkts", 3L))),
            ported(created(12, 1), new Device(1, "#1"), port(1, Map.of("link_downed", 2L))));
    for (Sample sample : samples) {
      Exposition now = parse(scene.tell(sample));
      if (before != null) {
        Map<String, Double> later = now.cumulative();
        before
            .cumulative()
            .forEach((series, value) -> {
              if (!series.contains("sent_pkts")) {
                assertThat(later).containsKey(series);
              }
              assertThat(later.getOrDefault(series, value))
                  .as(series)
                  .isGreaterThanOrEqualTo(value);
            });
      }
      before = now;
    }
    assertThat(before.value("node_infiniband_link_downed_total{device=\"rxe0\",port=\"1\"}"))
        .isEqualTo(9);
    assertThat(
            before.value(
                "rdma_monitor_verbs_total{device=\"rxe0\",result=\"ok\",verb=\"QP_CREATE\"}"))
        .isEqualTo(11);
  }

  @Test
  void aPortGoesOnAfterAWhileAndIsForgottenAfterLonger() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    String downed = "node_infiniband_link_downed_total{device=\"rxe0\",port=\"1\"}";
    Sample without = ported(created(10, 0), RXE, port(2, Map.of()));

    scene.tell(ported(created(10, 0), RXE, port(1, Map.of("link_downed", 7L))));
    scene.tell(without);
    assertThat(parse(scene).samples()).doesNotContainKey(downed);
    scene.nanos.addAndGet(Endings.KEPT.toNanos() - 1);
    scene.tell(ported(created(10, 0), RXE, port(1, Map.of("link_downed", 2L))));
    assertThat(parse(scene).value(downed)).isEqualTo(9);

    scene.tell(without);
    scene.nanos.addAndGet(Endings.KEPT.toNanos());
    scene.tell(without);
    scene.tell(ported(created(10, 0), RXE, port(1, Map.of("link_downed", 2L))));
    assertThat(parse(scene).value(downed)).isEqualTo(2);
  }

  @Test
  void whatRisesAndFallsIsNoCounter() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    for (long qps : List.of(100L, 99L)) {
      scene.tell(
          ported(
              created(10, 0), RXE, port(1, Map.of("active_qps", qps, "active_alerts", 3 * qps))));
    }
    Exposition exposition = parse(scene);

    String labels = "{counter=\"active_%s\",device=\"rxe0\",port=\"1\"}";
    assertThat(exposition.value("rdma_monitor_port_gauge" + labels.formatted("qps"))).isEqualTo(99);
    assertThat(exposition.value("rdma_monitor_port_counter_total" + labels.formatted("alerts")))
        .isEqualTo(597);
    assertThat(exposition.samples())
        .doesNotContainKey("rdma_monitor_port_counter_total" + labels.formatted("qps"));
  }

  /** What begins with its first value has not risen, for a server that asks by how much. */
  @Test
  void aLimitAndADeviceHaveTheirCountersBeforeAnythingComesOfThem() throws IOException {
    Tally unmet =
        new Tally(
            "/t",
            new Limits(
                Map.of(
                    new Rule.Count(ResourceType.QP), 4L,
                    new Rule.Rate(Verb.MR_REG), 200L,
                    new Rule.Total(Size.MR_BYTES), 1L << 20),
                Optional.of(PeerPolicy.parse("10.1.0.0/16"))),
            Map.of());
    Enforcement enforcement =
        new Enforcement(Enforcement.Mode.DENY, true, false, "", 0, List.of(unmet));
    String text =
        new MetricsScene(1000)
            .tell(Scenes.with(Scenes.busy(), enforcement))
            .text(Rendering.PROMETHEUS);

    assertThat(text.lines().filter(line -> line.contains("cgroup=\"/t\"") && line.endsWith(" 0.0")))
        .containsExactlyInAnyOrder(
            "rdma_monitor_held_bytes{cgroup=\"/t\"} 0.0",
            "rdma_monitor_held_objects{cgroup=\"/t\",type=\"QP\"} 0.0",
            "rdma_monitor_refused_total{cgroup=\"/t\",rule=\"QP_COUNT\"} 0.0",
            "rdma_monitor_refused_total{cgroup=\"/t\",rule=\"MR_BYTES\"} 0.0",
            "rdma_monitor_refused_total{cgroup=\"/t\",rule=\"MR_REG\"} 0.0",
            "rdma_monitor_refused_total{cgroup=\"/t\",rule=\"PEERS\"} 0.0",
            "rdma_monitor_killed_total{cgroup=\"/t\",type=\"QP\"} 0.0",
            "rdma_monitor_killed_total{cgroup=\"/t\",type=\"MR_BYTES\"} 0.0",
            "rdma_monitor_killed_total{cgroup=\"/t\",type=\"PEERS\"} 0.0",
            "rdma_monitor_passed_total{cgroup=\"/t\",type=\"QP\"} 0.0",
            "rdma_monitor_passed_total{cgroup=\"/t\",type=\"MR_BYTES\"} 0.0",
            "rdma_monitor_over_total{cgroup=\"/t\",type=\"QP\"} 0.0",
            "rdma_monitor_over_total{cgroup=\"/t\",type=\"MR_BYTES\"} 0.0");
    assertThat(text.lines())
        .contains("rdma_monitor_async_events_total{device=\"mlx5_0\",event=\"PORT_ERR\"} 0.0");
  }

  @Test
  void breachesAndFindingsAreCountedWhenTheyBegin() throws IOException {
    MetricsScene scene = new MetricsScene(1000);
    Verdict bad =
        new Verdict(
            List.of(new Breach(new Rule.Rate(Verb.MR_REG), 100, 200)),
            List.of(MetricsScene.finding("R3", "a"), MetricsScene.finding("R3", "b")));
    for (Verdict verdict : List.of(Verdict.NO_BREACH, bad, bad, Verdict.NO_BREACH, bad)) {
      scene.tell(Scenes.busy(), verdict);
    }
    Exposition exposition = parse(scene);

    assertThat(exposition.value("rdma_monitor_threshold_breaches_total{rule=\"MR_REG\"}"))
        .isEqualTo(2);
    assertThat(exposition.value("rdma_monitor_threshold_breaches_total{rule=\"QP_COUNT\"}"))
        .isZero();
    assertThat(exposition.value("rdma_monitor_threshold_breached{rule=\"MR_REG\"}")).isEqualTo(1);
    assertThat(exposition.value("rdma_monitor_findings_total{rule=\"R3\"}")).isEqualTo(4);
    assertThat(exposition.value("rdma_monitor_active_findings{rule=\"R3\",severity=\"warning\"}"))
        .isEqualTo(2);
  }

  @Test
  void devicesOfTheSameNameAreToldApartByTheirNetworkNamespaces() throws IOException {
    Sample one = Scenes.busy();
    Sample both =
        Samples.of(
            one.time(),
            one.nanos(),
            List.of(RXE, new Device(2, "rxe0", "pod")),
            one.cgroups(),
            Map.of(new Scope(9, 1), created(1, 0), new Scope(9, 2), created(1, 0)),
            one.errors(),
            one.health().with(Map.of(Figure.NAMESPACES_LEFT_OUT, 3L)),
            List.of(),
            0,
            Inventory.NONE,
            Map.of(),
            Cost.NONE);
    MetricsScene scene = new MetricsScene(1000).tell(both);
    Exposition exposition = parse(scene);

    assertThat(exposition.value("rdma_monitor_resources{device=\"rxe0\",type=\"QP\"}"))
        .isEqualTo(1);
    assertThat(exposition.value("rdma_monitor_resources{device=\"rxe0@pod\",type=\"QP\"}"))
        .isEqualTo(1);
    String text = scene.text(Rendering.OPEN_METRICS);
    Golden.assertMatches(
        lines(text, "_netns") + lines(text, "namespaces_left_out"), "metrics-namespaces.txt");
    assertThat(parse(new MetricsScene(1000).tell(one)).samples().keySet())
        .noneMatch(series -> series.contains("netns") || series.contains("namespaces_left_out"));
  }

  @Test
  void anOddDeviceLosesNothingOfTheOthers() throws IOException {
    Map<String, Long> extremes = Map.of("port_rcv_data", Long.MAX_VALUE, "a\"b\\c\nd", 5L);
    Sample odd =
        Samples.of(
            Scenes.START,
            0,
            List.of(
                RXE,
                new Device(2, "rxe0"),
                new Device(3, ""),
                new Device(4, "evil\"\n} 1\n"),
                new Device(5, "x\ud800")),
            List.of(Cgroup.withoutPath(9), new Cgroup(8, "/a\"b\\c\u001b")),
            Map.of(
                new Scope(9, 2), created(1, 0),
                new Scope(8, 4), created(2, 0),
                new Scope(7, 77), created(-1, 3)),
            Map.of(Verb.QP_CREATE, Map.of(999, 3L)),
            Scenes.busy().health(),
            List.of(),
            0,
            Inventory.NONE,
            Map.of(
                1, new DeviceFacts(Map.of(), List.of(port(1, Map.of("link_downed", 4L)))),
                2, new DeviceFacts(Map.of(), List.of(port(1, Map.of("link_downed", 40L)))),
                3, new DeviceFacts(Map.of(ResourceType.QP, -5L), List.of(port(0, extremes))),
                4,
                    new DeviceFacts(
                        Map.of(),
                        List.of(
                            new Port(1, "", "<unknown>", "", "NaN Gb/sec (?)", "", Map.of()),
                            new Port(1, "4", "", "", "", "", Map.of("x", -3L))))),
            Cost.NONE);
    Exposition exposition = parse(new MetricsScene(1000).tell(odd).tell(odd));

    assertThat(exposition.value("node_infiniband_link_downed_total{device=\"rxe0\",port=\"1\"}"))
        .isEqualTo(4);
    assertThat(exposition.value("node_infiniband_state_id{device=\"rxe0\",port=\"1\"}"))
        .isEqualTo(4);
    assertThat(exposition.samples().keySet())
        .anyMatch(series -> series.contains("device=\"#3\""))
        .anyMatch(series -> series.contains("device=\"#77\""))
        .anyMatch(series -> series.contains("cgroup=\"[unknown]\""))
        .anyMatch(series -> series.contains("x\\\\ud800"))
        .noneMatch(series -> series.startsWith("node_infiniband_rate") && series.contains("evil"));
  }

  @Test
  void healthIsThatOfTheReadings() {
    MetricsScene scene = new MetricsScene(1000);
    assertThat(scene.metrics.trouble()).contains("nothing was read yet");

    scene.tell(Scenes.busy());
    assertThat(scene.metrics.trouble()).isEmpty();
    scene.nanos.addAndGet(MetricsScene.INTERVAL.multipliedBy(3).toNanos());
    assertThat(scene.metrics.trouble()).isEmpty();
    scene.nanos.addAndGet(MetricsScene.INTERVAL.toNanos());
    assertThat(scene.metrics.trouble()).contains("the last reading is 4 seconds old");

    scene.tell(Scenes.busier());
    assertThat(scene.metrics.trouble()).isEmpty();
    scene.metrics.failed("the kernel refuses");
    assertThat(scene.metrics.trouble()).contains("the kernel refuses");
  }

  private static Exposition parse(MetricsScene scene) throws IOException {
    return Exposition.parse(scene.text(Rendering.OPEN_METRICS));
  }

  private static Sample cgroups(long... ids) {
    List<Cgroup> names = new ArrayList<>();
    Map<Scope, Counts> counts = new HashMap<>();
    for (long id : ids) {
      names.add(new Cgroup(id, "/c" + id));
      counts.put(scope(id), created(10, 0));
    }
    return sample(names, counts);
  }

  private static Scope scope(long cgroup) {
    return new Scope(cgroup, RXE.index());
  }

  private static Counts created(long calls, long failed) {
    return new Counts.Builder()
        .calls(Verb.QP_CREATE, calls, failed)
        .live(ResourceType.QP, 1)
        .build();
  }

  private static Counts calls(long calls) {
    return new Counts.Builder().calls(Verb.QP_CREATE, calls, 0).build();
  }

  private static Sample sample(List<Cgroup> cgroups, Map<Scope, Counts> counts) {
    Health health = Scenes.busy().health();
    return Samples.of(Scenes.START, 0, List.of(RXE), cgroups, counts, Map.of(), health);
  }

  private static Sample ported(Counts counts, Device device, Port port) {
    return Samples.of(
        Scenes.START,
        0,
        List.of(device),
        List.of(new Cgroup(1, "/job")),
        Map.of(scope(1), counts),
        Map.of(),
        Scenes.busy().health(),
        List.of(),
        0,
        Inventory.NONE,
        Map.of(1, new DeviceFacts(Map.of(), List.of(port))),
        Cost.NONE);
  }

  private static Port port(int number, Map<String, Long> counters) {
    return new Port(number, "ACTIVE", "LinkUp", "Ethernet", "1 Gb/sec", "", counters);
  }
}
