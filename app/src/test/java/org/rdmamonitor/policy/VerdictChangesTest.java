// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.VerdictChanges.Changes;

class VerdictChangesTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  private static final Changes NOTHING =
      new Changes(List.of(), List.of(), List.of(), List.of(), List.of());

  private final VerdictChanges changes = new VerdictChanges();

  private static Breach breach(Verb verb, double value) {
    return new Breach(new Rule.Rate(verb), 5, value);
  }

  private static Finding finding(Severity severity, Instant first, long count) {
    return new Finding(
        new Detection("R1", severity, "t", "s", Optional.empty(), "e", "a"),
        first,
        first.plusSeconds(count),
        count);
  }

  private Changes follow(List<Breach> breaches, List<CgroupBreach> cgroups, Finding... findings) {
    return changes.follow(
        new Verdict(breaches, cgroups, List.of(findings), ConfigStatus.UNCHANGED));
  }

  @Test
  void aBreachBeginsAndEndsOnceHoweverItsValueChanges() {
    assertThat(follow(List.of(breach(Verb.MR_REG, 6)), List.of()).begun())
        .containsExactly(new CgroupBreach("", breach(Verb.MR_REG, 6)));
    assertThat(follow(List.of(breach(Verb.MR_REG, 8)), List.of())).isEqualTo(NOTHING);
    assertThat(follow(List.of(), List.of()).ended())
        .containsExactly(new CgroupBreach("", breach(Verb.MR_REG, 8)));
    assertThat(follow(List.of(), List.of())).isEqualTo(NOTHING);
  }

  @Test
  void theSameLimitOfTheHostAndOfCgroupsIsNotTheSame() {
    CgroupBreach a = new CgroupBreach("/a", breach(Verb.MR_REG, 6));
    CgroupBreach b = new CgroupBreach("/b", breach(Verb.MR_REG, 6));
    assertThat(follow(List.of(breach(Verb.MR_REG, 6)), List.of(a)).begun()).hasSize(2);

    Changes next = follow(List.of(), List.of(a, b));
    assertThat(next.begun()).containsExactly(b);
    assertThat(next.ended()).containsExactly(new CgroupBreach("", breach(Verb.MR_REG, 6)));
  }

  @Test
  void aFindingIsNewsWhenItIsFoundWhenItGetsWorseAndWhenItFades() {
    Finding first = finding(Severity.WARNING, START, 1);
    assertThat(follow(List.of(), List.of(), first).found()).containsExactly(first);
    assertThat(follow(List.of(), List.of(), finding(Severity.WARNING, START, 2)))
        .isEqualTo(NOTHING);
    Finding worse = finding(Severity.CRITICAL, START, 3);
    assertThat(follow(List.of(), List.of(), worse).worse()).containsExactly(worse);
    Finding better = finding(Severity.NOTICE, START, 4);
    assertThat(follow(List.of(), List.of(), better)).isEqualTo(NOTHING);
    assertThat(follow(List.of(), List.of()).faded()).containsExactly(better);
  }

  @Test
  void aFindingThatHadFadedInBetweenIsAnother() {
    follow(List.of(), List.of(), finding(Severity.WARNING, START, 1));
    Finding again = finding(Severity.WARNING, START.plusSeconds(1000), 1);
    Changes next = follow(List.of(), List.of(), again);

    assertThat(next.found()).containsExactly(again);
    assertThat(next.faded()).hasSize(1);
    assertThat(next.worse()).isEmpty();
  }
}
