// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmamonitor.JoinScenes;
import org.rdmamonitor.JoinScenes.Numbers;
import org.rdmamonitor.RecordedHost;
import org.rdmamonitor.Scenes;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.policy.Finding;

/** How often programs have to come back, how fast and in how many rounds, for a storm. */
class ReconnectStormsTest {
  private final JoinScenes scene = new JoinScenes();
  private final RecordedHost node1 = scene.node1;
  private final RecordedHost node2 = scene.node2;

  /** Connects, and ends both ends a while later. */
  private void connect(double time, double length) {
    Numbers numbers = scene.connect(node1, node2, time);
    node1.end(time + length, numbers.one(), EndCause.DESTROYED, 0);
    node2.end(time + length, numbers.other(), EndCause.DESTROYED, 0);
  }

  /** What the first host's recording tells. */
  private List<Finding> found(int until) {
    return JoinInspector.inspect(JoinScenes.join(0, until, node1, node2)).findings().stream()
        .filter(finding -> finding.subject().endsWith(" on node1"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"30, 0", "31, 1"})
  void moreThanThirtyWithinAMinuteAreAStorm(int again, int findings) {
    for (int i = 0; i <= again; i++) {
      connect(3 + i, 0.5);
    }

    assertThat(found(60))
        .hasSize(findings)
        .allSatisfy(finding ->
            assertThat(finding.evidence())
                .startsWith("connected 31 times to 10.1.0.7 within 60 s"));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "2.01, 0"})
  void aMinuteIsAMinute(double apart, int findings) {
    for (int i = 0; i <= 31; i++) {
      connect(3 + i * apart, 0.5);
    }

    assertThat(found(80)).hasSize(findings);
  }

  @Test
  void aStormIsToldWhenItWasAtItsWorstFirst() {
    for (int i = 0; i <= 40; i++) {
      connect(3 + i * 2, 0.5);
    }

    assertThat(found(100))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.first()).isEqualTo(Scenes.START.plusNanos(65_009_990_000L)));
  }

  /** A program that is restarted makes all its connections anew, but only once. */
  @ParameterizedTest
  @CsvSource({"4, 0", "5, 1"})
  void manyAtOnceAreAStormIfTheyComeBackInFiveRounds(int again, int findings) {
    for (int round = 0; round <= again; round++) {
      for (int i = 0; i < 8; i++) {
        connect(3 + round * 2 + i * 0.01, 1);
      }
    }

    assertThat(found(20))
        .hasSize(findings)
        .allSatisfy(
            finding -> assertThat(finding.evidence()).startsWith("connected 40 times to 10.1.0.7"));
  }

  @Test
  void eachWayInWhichTheyEndedIsCounted() {
    List<Numbers> all = new ArrayList<>();
    for (int i = 0; i <= 40; i++) {
      Numbers numbers = scene.connect(node1, node2, 3 + i * 0.2);
      double end = 3.1 + i * 0.2;
      switch (i % 4) {
        case 0 -> node1.end(end, numbers.one(), EndCause.KILLED, 9);
        case 1 -> node1.vanish(end, numbers.one());
        default -> node1.end(end, numbers.one(), EndCause.EXITED, 0);
      }
      node2.end(end, numbers.other(), EndCause.DESTROYED, 0);
      all.add(numbers);
    }

    assertThat(found(20).stream().filter(finding -> finding.rule().equals("J6")))
        .singleElement()
        .satisfies(finding ->
            assertThat(finding.evidence())
                .endsWith("; the ends: 20 exited, 11 killed, 10 not seen"));
    assertThat(all).hasSize(41);
  }

  /** The ones that lived longest come last in the recording. */
  @Test
  void connectionsAreCountedInTheOrderInWhichTheyBegan() {
    for (int i = 0; i <= 20; i++) {
      connect(3 + i * 2, 1.9);
      connect(3.5 + i * 2, 0.5);
    }

    assertThat(found(60))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.evidence()).startsWith("connected 40 times ");
          assertThat(finding.first()).isEqualTo(Scenes.START.plusNanos(43_509_990_000L));
        });
  }
}
