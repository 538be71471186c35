// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;

class SightingsTest {
  private final Sightings sightings = new Sightings();

  private void see(JoinRule rule, Severity severity, String subject, long second) {
    sightings.add(rule, severity, subject, "", subject, Instant.ofEpochSecond(second));
  }

  @Test
  void whatIsSeenAgainIsOneFindingFromItsFirstTimeToItsLast() {
    see(JoinRule.J1, Severity.WARNING, "a", 5);
    see(JoinRule.J1, Severity.WARNING, "a", 9);
    see(JoinRule.J1, Severity.WARNING, "a", 2);
    see(JoinRule.J1, Severity.WARNING, "a", 7);

    assertThat(sightings.findings())
        .extracting(Finding::first, Finding::last, Finding::count, Finding::evidence)
        .containsExactly(
            tuple(Instant.ofEpochSecond(2), Instant.ofEpochSecond(9), 4L, "a; and 3 more like it"));
  }

  @Test
  void theMostSevereComeFirstThenByRuleThenByTime() {
    see(JoinRule.J3, Severity.WARNING, "third", 8);
    see(JoinRule.J2, Severity.WARNING, "second", 9);
    see(JoinRule.J1, Severity.NOTICE, "last", 1);
    see(JoinRule.J3, Severity.WARNING, "after the third", 9);
    see(JoinRule.J4, Severity.CRITICAL, "first", 9);

    assertThat(sightings.findings())
        .extracting(Finding::subject)
        .containsExactly("first", "second", "third", "after the third", "last");
  }

  @Test
  void ofEachRule200FindingsAreKeptAndTheOthersCounted() {
    for (int i = 0; i < 200; i++) {
      see(JoinRule.J1, Severity.WARNING, "subject " + i, i);
    }
    assertThat(sightings.leftOut()).isZero();

    see(JoinRule.J1, Severity.WARNING, "one more", 1);
    see(JoinRule.J1, Severity.WARNING, "and another", 1);
    see(JoinRule.J1, Severity.WARNING, "subject 7", 1);
    see(JoinRule.J2, Severity.WARNING, "of another rule", 1);

    assertThat(sightings.leftOut()).isEqualTo(2);
    assertThat(sightings.findings()).hasSize(201);
  }
}
