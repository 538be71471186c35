// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R12: an unprivileged user (not root, without CAP_NET_RAW) asks for a queue key whose top bit is
 * set; such keys are reserved for management. It is critical if the kernel permitted it, for as
 * long as the queue pair exists, and a warning if the kernel refused it. Linux since 6.4, and
 * stable kernels since then, refuse with EPERM before they look up the queue pair, so then it is
 * not known which one was meant. Keeps {@value #KEPT} queue pairs or attempts.
 */
final class ControlledKey implements Detector {
  private static final int KEPT = 1024;
  private static final int EPERM = 1;

  private record User(int device, int pid) {}

  private record Sight(TrackedQueuePair pair, Detection detection) {}

  private final Map<TrackedQueuePair, Sight> uses = new BoundedMap<>(KEPT);
  private final Map<User, Detection> attempts = new BoundedMap<>(KEPT);

  @Override
  public FindingLimit on() {
    return FindingLimit.R12;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    ControlCall.Caller caller = call.caller();
    if (call.verb() == Verb.QP_MODIFY
        && call.detail() instanceof QueuePairChange change
        && change.has(QueuePairChange.QKEY)
        && change.qkey() < 0
        && !caller.kernel()
        && caller.uid() != 0
        && !caller.netRaw()) {
      if (call.objectId().isEmpty()) {
        if (call.errno() == EPERM) {
          attempts.put(user(call), detection(call, change, "", input));
        }
      } else {
        input
            .queuePairs()
            .of(call)
            .filter(pair -> pair.type() == QueuePairType.UD || pair.type() == QueuePairType.UNKNOWN)
            .ifPresent(pair -> note(call, change, pair, input));
      }
    }
  }

  private void note(
      ControlCall call, QueuePairChange change, TrackedQueuePair pair, DetectorInput input) {
    Detection detection = detection(call, change, " on queue pair " + Words.hex(pair.qpn()), input);
    if (call.failed()) {
      attempts.put(user(call), detection);
    } else {
      uses.put(pair, new Sight(pair, detection));
    }
  }

  private static User user(ControlCall call) {
    return new User(call.device(), call.caller().pid());
  }

  private static Detection detection(
      ControlCall call, QueuePairChange change, String where, DetectorInput input) {
    ControlCall.Caller caller = call.caller();
    return FindingRule.R12.found(
        call.failed() ? Severity.WARNING : Severity.CRITICAL,
        DetectorInput.process(caller.comm(), caller.pid()) + " on " + input.device(call.device()),
        input.party(caller),
        "user %d %s queue key %s%s"
            .formatted(
                caller.uid(),
                call.failed() ? "was refused" : "set",
                Words.hex(change.qkey()),
                where));
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    List<Detection> found = new ArrayList<>(attempts.values());
    attempts.clear();
    uses.values().forEach(sight -> found.add(sight.detection()));
    uses.values().removeIf(sight -> !sight.pair().isLive());
    return found;
  }
}
