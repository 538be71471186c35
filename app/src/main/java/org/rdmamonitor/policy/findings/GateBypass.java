// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.Refusal;
import org.rdmamonitor.model.call.ControlCall.Refusal.CallOutcome;
import org.rdmamonitor.model.limits.MetLimit;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R15: objects that were created without asking at the gate, and processes that were killed for
 * connecting to a peer without asking. Keeps what one sample shows of each process.
 */
final class GateBypass implements Detector {
  private final Map<String, Seen> seen = new HashMap<>();

  /** The worst case of a process, and how many cases there were. */
  private record Seen(Party party, Severity severity, String what, long count) {
    Seen and(Seen other) {
      Seen worse = other.severity.compareTo(severity) > 0 ? other : this;
      return new Seen(worse.party, worse.severity, worse.what, count + other.count);
    }
  }

  @Override
  public FindingLimit on() {
    return FindingLimit.R15;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    call.refusal()
        .filter(refusal -> refusal.outcome() != CallOutcome.REFUSED)
        .ifPresent(refusal ->
            seen.merge(
                DetectorInput.process(call.caller().comm(), call.caller().pid()),
                new Seen(input.party(call.caller()), severity(refusal), what(call, refusal), 1),
                Seen::and));
  }

  private static Severity severity(Refusal refusal) {
    if (refusal.outcome() == CallOutcome.KILLED) {
      return Severity.WARNING;
    }
    return refusal.isOver() || refusal.measure().isOfPeers() ? Severity.CRITICAL : Severity.NOTICE;
  }

  private static String what(ControlCall call, Refusal refusal) {
    return "%s did not ask, %s%s"
        .formatted(
            call.verb(),
            MetLimit.words(refusal),
            refusal.outcome() == CallOutcome.KILLED ? ", killed" : "");
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    List<Detection> found = new ArrayList<>();
    seen.forEach((process, of) ->
        found.add(
            FindingRule.R15.found(
                of.severity, process, of.party, of.what + "; " + Words.count(of.count, "call"))));
    seen.clear();
    return found;
  }
}
