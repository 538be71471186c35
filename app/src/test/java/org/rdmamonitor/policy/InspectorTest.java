// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmamonitor.Samples;
import org.rdmamonitor.model.Health;
import org.rdmamonitor.model.Sample;
import org.rdmamonitor.model.Snapshot;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.config.FindingLimits;
import org.rdmamonitor.policy.config.Settings;

class InspectorTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final List<Detection> script = new ArrayList<>();
  private final Inspector inspector =
      new Inspector(
          Settings.STANDARD,
          List.of(
              new Detector() {
                @Override
                public FindingLimit on() {
                  return FindingLimit.R1;
                }

                @Override
                public List<Detection> detections(DetectorInput input) {
                  List<Detection> now = List.copyOf(script);
                  script.clear();
                  return now;
                }
              }));

  @Test
  void whatIsSeenAgainIsOneFindingWithTheLatestEvidence() {
    sees(Severity.CRITICAL, "a", "first");
    at(0);
    sees(Severity.WARNING, "a", "second");
    sees(Severity.NOTICE, "a", "less");
    sees(Severity.WARNING, "b", "another");

    assertThat(at(5))
        .extracting(
            Finding::subject,
            Finding::severity,
            Finding::evidence,
            Finding::first,
            Finding::last,
            Finding::count)
        .containsExactly(
            Tuple.tuple("a", Severity.WARNING, "second", START, START.plusSeconds(5), 2L),
            Tuple.tuple(
                "b", Severity.WARNING, "another", START.plusSeconds(5), START.plusSeconds(5), 1L));
  }

  @Test
  void theMostSevereComeFirstAndTheNewestOfThem() {
    sees(Severity.WARNING, "old", "");
    sees(Severity.CRITICAL, "worst", "");
    at(0);
    sees(Severity.NOTICE, "least", "");
    sees(Severity.WARNING, "new", "");

    assertThat(at(1)).extracting(Finding::subject).containsExactly("worst", "new", "old", "least");
  }

  @ParameterizedTest
  @CsvSource({"60, 60, 1", "60, 61, 0", "10, 11, 0", "0, 100000, 1"})
  void aFindingFadesWhenItIsNotSeenAnyMore(long fade, long seconds, int left) {
    inspector.use(
        new Settings(
            Limits.UNLIMITED,
            new FindingLimits(Map.of(FindingLimit.FINDINGS_FADE, fade), List.of())));
    sees(Severity.WARNING, "a", "");
    at(0);

    assertThat(at(seconds)).hasSize(left);
  }

  @Test
  void theOldestGiveWay() {
    sees(Severity.NOTICE, "oldest", "");
    at(0);
    for (int i = 0; i < Inspector.MOST; i++) {
      sees(Severity.NOTICE, "subject " + i, "");
    }

    assertThat(at(1)).hasSize(Inspector.MOST).extracting(Finding::subject).doesNotContain("oldest");
  }

  /** Else who makes many would hide what is worse, or lasts. */
  @ParameterizedTest
  @EnumSource(names = {"WARNING", "CRITICAL"})
  void manyThatAreNoMoreSevereDoNotDisplaceOneThatLasts(Severity severity) {
    sees(severity, "standing", "");
    at(0);
    sees(severity, "standing", "");
    for (int i = 0; i < Inspector.MOST; i++) {
      sees(Severity.WARNING, "subject " + i, "");
    }

    assertThat(at(1)).hasSize(Inspector.MOST).extracting(Finding::subject).contains("standing");
  }

  @Test
  void aRuleThatIsOffIsNotAsked() {
    inspector.use(
        new Settings(Limits.UNLIMITED, new FindingLimits(Map.of(FindingLimit.R1, 0L), List.of())));
    sees(Severity.WARNING, "a", "");

    assertThat(at(0)).isEmpty();
    assertThat(script).hasSize(1);
  }

  @Test
  void aVerdictTellsHowTheConfigurationWasReadLast() {
    ConfigStatus status = new ConfigStatus("f.txt", START, List.of("f.txt:1: no"), "");
    inspector.tell(status);

    assertThat(inspector.inspect(Snapshot.first(sample(0))).configuration()).isSameAs(status);
  }

  private void sees(Severity severity, String subject, String evidence) {
    script.add(
        new Detection("R1", severity, "title", subject, Optional.empty(), evidence, "advice"));
  }

  private List<Finding> at(long seconds) {
    Sample sample = sample(seconds);
    inspector.add(sample);
    return inspector.inspect(Snapshot.first(sample)).findings();
  }

  private static Sample sample(long seconds) {
    return Samples.of(
        START.plusSeconds(seconds),
        seconds * 1_000_000_000,
        List.of(),
        List.of(),
        Map.of(),
        Map.of(),
        Health.NONE);
  }

  @Test
  void aFindingSaysWhatItIsAndWhatToDo() {
    sees(Severity.WARNING, "a", "");

    assertThat(at(0))
        .extracting(Finding::rule, Finding::title, Finding::advice)
        .containsExactly(Tuple.tuple("R1", "title", "advice"));
  }
}
