// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.call.ControlCall.Refusal.Measure;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.ResourceType;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;
import org.rdmamonitor.policy.findings.Story.Program;

class GateBypassTest {
  private static final Program PROGRAM = Program.of("crasher", 77);

  private final Story story = new Story(new GateBypass());

  private void happens(CallOutcome outcome, long count) {
    story.call(
        PROGRAM,
        Verb.PD_ALLOC,
        0,
        outcome == CallOutcome.REFUSED ? 1 : 0,
        new Refusal(outcome, 5, Measure.OBJECTS, Optional.of(ResourceType.PD), 3, count));
  }

  @Test
  void whoIsKilledOnTheWayToAPeerIsTold() {
    story.call(
        PROGRAM,
        Verb.QP_MODIFY,
        0,
        0,
        new Refusal(CallOutcome.KILLED, 5, Measure.PEER, Optional.empty(), 0, 0, "10.2.0.7"));

    Finding finding = found();
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.evidence())
        .isEqualTo("QP_MODIFY did not ask, peer 10.2.0.7, killed; 1 call");
  }

  @Test
  void whoReachesAForbiddenPeerIsCritical() {
    story.call(
        PROGRAM,
        Verb.QP_MODIFY,
        0,
        0,
        new Refusal(CallOutcome.PASSED, 5, Measure.PEER, Optional.empty(), 0, 0, "10.2.0.7"));

    assertThat(found().severity()).isEqualTo(Severity.CRITICAL);
    assertThat(found().evidence()).isEqualTo("QP_MODIFY did not ask, peer 10.2.0.7; 1 call");
  }

  @Test
  void bytesAreToldAsBytes() {
    story.call(
        PROGRAM,
        Verb.MR_REG,
        0,
        0,
        new Refusal(
            CallOutcome.KILLED, 5, Measure.SIZE, Optional.of(ResourceType.MR), 1L << 30, 8L << 30));

    assertThat(found().evidence())
        .isEqualTo("MR_REG did not ask, 8.0 GiB of 1.0 GiB in MRs, killed; 1 call");
  }

  private Finding found() {
    List<Finding> findings = story.findings();
    assertThat(findings).hasSize(1);
    return findings.getFirst();
  }

  @Test
  void whoIsRefusedHasAsked() {
    happens(CallOutcome.REFUSED, 3);

    assertThat(story.findings()).isEmpty();
  }

  @Test
  void withinTheLimitIsANotice() {
    happens(CallOutcome.PASSED, 3);

    assertThat(found().severity()).isEqualTo(Severity.NOTICE);
  }

  @Test
  void theWorstOfAProcessIsTold() {
    happens(CallOutcome.PASSED, 3);
    happens(CallOutcome.PASSED, 4);
    happens(CallOutcome.PASSED, 2);

    Finding finding = found();
    assertThat(finding.rule()).isEqualTo("R15");
    assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
    assertThat(finding.subject()).isEqualTo("crasher[77]");
    assertThat(finding.evidence()).isEqualTo("PD_ALLOC did not ask, 4 of 3 PD; 3 calls");
  }

  @Test
  void whatWasToldOnceDidNotHappenAgain() {
    happens(CallOutcome.PASSED, 4);
    assertThat(found().count()).isEqualTo(1);

    story.pass(Duration.ofSeconds(1));

    assertThat(found().count()).isEqualTo(1);
  }

  @Test
  void whoWasKilledKeepsNothing() {
    happens(CallOutcome.KILLED, 3);

    assertThat(found().severity()).isEqualTo(Severity.WARNING);
  }

  @Test
  void theRuleCanBeSwitchedOff() {
    story.limit(FindingLimit.R15, 0);
    happens(CallOutcome.PASSED, 4);

    assertThat(story.findings()).isEmpty();
  }
}
