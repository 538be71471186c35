// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.RuleWords;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.Settings;
import org.rdmamonitor.policy.config.ThresholdsFile;
import org.rdmamonitor.policy.config.ThresholdsFileException;

class FindingRuleTest {
  @TempDir Path directory;

  @Test
  void everyRuleHasItsDetectorAndItsSettings() {
    assertThat(Detectors.all())
        .extracting(detector -> detector.on().name())
        .containsExactlyElementsOf(
            Arrays.stream(FindingRule.values()).map(FindingRule::name).toList());
    assertThat(Arrays.stream(FindingLimit.values()).map(FindingLimit::rule).distinct())
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.of("FINDINGS"), Arrays.stream(FindingRule.values()).map(Enum::name))
                .toList());
  }

  @ParameterizedTest
  @EnumSource
  void theTextNamesEverySettingAndNoOther(FindingRule rule) {
    String text = rule.words().condition() + rule.words().advice() + rule.words().falsePositives();
    List<String> named =
        Pattern.compile("[RLN]\\d+_[A-Z_]+")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .toList();

    assertThat(named)
        .hasSameElementsAs(
            rule.limits().stream()
                .map(FindingLimit::name)
                .filter(name -> name.contains("_"))
                .toList());
  }

  /**
   * Settings that are advised for a cgroup must be valid in its section, and the gate must be able
   * to enforce them.
   */
  @ParameterizedTest
  @EnumSource
  void limitsThatAreAdvisedCanBeEnforced(FindingRule rule) throws ThresholdsFileException {
    String advice = rule.words().advice();
    List<String> names =
        Rule.all().stream().map(Rule::name).filter(name -> says(advice, name)).toList();

    assertThat(names)
        .allSatisfy(
            name -> assertThat(Rule.ofTenants()).extracting(Rule::name).as(name).contains(name));
    if (!names.isEmpty()) {
      assertThat(advice).contains("[cgroup PATH]").contains("--enforce");
      StringBuilder section = new StringBuilder("[cgroup /a]\n");
      names.forEach(name -> section.append(name).append(" 5\n"));
      assertThat(settings(section.toString()).quotas().tenants()).containsOnlyKeys("/a");
    }
    assertThat(advice).doesNotContain("rdma.max does not");
  }

  @Test
  void stormsAndFloodsAreEndedByLimits() {
    assertThat(FindingRule.R1.words().advice()).contains("MR_REG").doesNotContain("MR_DEREG");
    assertThat(FindingRule.R2.words().advice()).contains("QP_COUNT", "CQ_COUNT");
  }

  @Test
  void aRuleIsFoundByItsIdInUpperOrLowerCase() {
    assertThat(RuleWords.named(FindingRule.values(), "r12")).hasValue(FindingRule.R12);
    assertThat(RuleWords.named(FindingRule.values(), "R12")).hasValue(FindingRule.R12);
    assertThat(RuleWords.named(FindingRule.values(), "R")).isEmpty();
    assertThat(FindingRule.R1.title()).isEqualTo(FindingRule.R1.words().title()).isNotEmpty();
  }

  private static boolean says(String text, String name) {
    return Pattern.compile("\\b" + name + "\\b").matcher(text).find();
  }

  private Settings settings(String text) throws ThresholdsFileException {
    try {
      return ThresholdsFile.read(Files.writeString(directory.resolve("c.txt"), text), "c.txt");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
