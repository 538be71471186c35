// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.policy.FindingLimit;

class FindingRuleTest {
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
    String text = rule.condition() + rule.advice() + rule.falsePositives();
    List<String> named =
        Pattern.compile("[RL]\\d+_[A-Z_]+")
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
}
