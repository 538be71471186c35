// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;

/** Rules as promtool, of Prometheus, understands them. */
class AlertRulesTest {
  private static final Path PROMTOOL = Path.of("/usr/bin/promtool");

  /** A path that is made to break out of YAML, PromQL, regular expressions and templates. */
  private static final String EVIL = "/it's {{ printf \"x\" }} \"a\\b\".slice\u001b[2J";

  @TempDir Path directory;

  private final Settings settings =
      new Settings(
          new Limits(
              Map.of(
                  new Rule.Count(ResourceType.QP), 1000L,
                  new Rule.Total(Size.MR_BYTES), 1L << 30,
                  new Rule.Rate(Verb.MR_REG), 200L)),
          new FindingLimits(Map.of(FindingLimit.R3, 0L), java.util.List.of()),
          Map.of(
              "/tenant-a.slice",
              new Limits(Map.of(new Rule.Count(ResourceType.QP), 100L)),
              "/",
              new Limits(Map.of(new Rule.Calls(), 500L)),
              EVIL,
              new Limits(Map.of(new Rule.Total(Size.CQ_ENTRIES), 0L))));

  @BeforeEach
  void writeRules() throws IOException {
    Files.writeString(directory.resolve("rules.yml"), AlertRules.of(settings));
  }

  @Test
  void theSampleIsOfTheConfigurationThatComesAlong() throws IOException, ThresholdsFileException {
    String sample = Files.readString(Path.of("../samples/prometheus/rdma-monitor.rules.yml"));

    assertThat(AlertRules.of(ThresholdsFile.read(Path.of("../config.txt"), "config.txt")))
        .as("written anew by: rdma-monitor export --rules -c config.txt")
        .isEqualTo(sample);
  }

  @Test
  void everyLimitIsARuleAndASwitchedOffFindingIsNone() {
    assertThat(AlertRules.of(settings))
        .contains(
            "expr: 'sum by (job, instance) (rdma_monitor_resources{type=\"QP\"}) > 1000'",
            "expr: 'sum by (job, instance) (rdma_monitor_mr_bytes) > 1073741824'",
            "rdma_monitor_active_findings{severity=\"critical\",rule!~\"R3\"}",
            "rdma_monitor_cgroup_resources{type=\"QP\",cgroup=~\"/tenant-a\\\\.slice(/.*)?\"}) >"
                + " 100");
    assertThat(AlertRules.of(Settings.STANDARD)).doesNotContain("rdma-monitor-limits");
  }

  @Test
  void promtoolTakesThem() throws IOException, InterruptedException {
    assertThat(promtool("check", "rules", "rules.yml")).contains("SUCCESS: 22 rules found");
  }

  @Test
  void promtoolSeesThemFireWhenTheyShould() throws IOException, InterruptedException {
    Files.copy(
        Path.of("src/test/resources/alert-rules-test.yml"), directory.resolve("alert-test.yml"));

    assertThat(promtool("test", "rules", "alert-test.yml")).contains("SUCCESS");
  }

  private String promtool(String... arguments) throws IOException, InterruptedException {
    assumeTrue(
        Files.isExecutable(PROMTOOL), "promtool (of the package prometheus) is not installed");
    String[] command = new String[arguments.length + 1];
    command[0] = PROMTOOL.toString();
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
