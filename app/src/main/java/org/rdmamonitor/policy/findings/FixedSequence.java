// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R5: connections whose packets start at a sequence number that others can know.
 *
 * <p>One queue pair that starts at 0 is enough for a notice: of those that draw at random
 * (ibv_rc_pingpong, perftest, rdma_cm), one in 16777216 does. It is only a notice, since NCCL and
 * UCX start all of theirs at 0. The same number other than 0 in three queue pairs is a warning:
 * chance gives that once in 2^48 times.
 *
 * <p>Kernel consumers are exempt (the management queue pairs start at 0 and are no connections),
 * and so are types whose sequence numbers nobody checks (UD, raw packets).
 *
 * <p>The kernel's list has the current numbers, not the first ones. It is used only for connections
 * whose beginning was not seen, and only on devices for which it has some number other than 0: some
 * drivers never report them. Keeps nothing from one sample to the next.
 */
final class FixedSequence implements Detector {
  private record Owner(int device, int pid, String comm) {}

  private static final class Uses {
    private final Party party;
    private long zero;
    private final Map<Integer, Long> expected = new TreeMap<>();
    private final Map<Integer, Long> sent = new TreeMap<>();

    Uses(Party party) {
      this.party = party;
    }
  }

  @Override
  public FindingLimit on() {
    return FindingLimit.R5;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    Set<Integer> telling = new HashSet<>();
    for (TrackedQueuePair pair : input.queuePairs().all()) {
      if (!pair.hasFirstPsns() && (pair.rqPsn().orElse(0) != 0 || pair.sqPsn().orElse(0) != 0)) {
        telling.add(pair.device());
      }
    }
    Map<Owner, Uses> byOwner = new HashMap<>();
    for (TrackedQueuePair pair : input.queuePairs().all()) {
      if (isOfConcern(pair) && (pair.hasFirstPsns() || telling.contains(pair.device()))) {
        Owner owner = new Owner(pair.device(), pair.pid(), pair.comm());
        Party party = input.party(pair.pid(), pair.cgroup());
        count(pair, byOwner.computeIfAbsent(owner, _ -> new Uses(party)));
      }
    }
    List<Detection> found = new ArrayList<>();
    byOwner.forEach((owner, uses) -> tell(input, owner, uses, found));
    return found;
  }

  private static boolean isOfConcern(TrackedQueuePair pair) {
    return !pair.isKernel()
        && pair.isConnected()
        && switch (pair.type()) {
          case RC, UC, XRC_INI, XRC_TGT -> true;
          case SMI, GSI, UD, RAW_IPV6, RAW_ETHERTYPE, RAW_PACKET, DRIVER, UNKNOWN -> false;
        };
  }

  private static void count(TrackedQueuePair pair, Uses uses) {
    OptionalInt expected = pair.rqPsn();
    // Before RTS the queue pair sends nothing, and its send number is not set yet.
    OptionalInt sent =
        pair.state().filter(s -> s == QueuePairState.RTR).isPresent()
            ? OptionalInt.empty()
            : pair.sqPsn();
    boolean zero = expected.orElse(-1) == 0 || sent.orElse(-1) == 0;
    uses.zero += zero ? 1 : 0;
    expected.ifPresent(psn -> uses.expected.merge(psn, 1L, Long::sum));
    sent.ifPresent(psn -> uses.sent.merge(psn, 1L, Long::sum));
  }

  private static void tell(DetectorInput input, Owner owner, Uses uses, List<Detection> found) {
    List<String> parts = new ArrayList<>();
    Severity severity = Severity.NOTICE;
    if (uses.zero > 0 && input.limits().isOn(FindingLimit.R5_ZERO)) {
      parts.add(Words.count(uses.zero, "queue pair") + " with PSN 0");
    }
    for (boolean isSent : new boolean[] {true, false}) {
      for (var use : (isSent ? uses.sent : uses.expected).entrySet()) {
        if (use.getKey() != 0
            && input.limits().exceeds(FindingLimit.R5_SAME, use.getValue())
            && parts.size() < 3) {
          severity = Severity.WARNING;
          parts.add(
              "%d queue pairs with the same PSN %d %s"
                  .formatted(use.getValue(), use.getKey(), isSent ? "sent" : "expected"));
        }
      }
    }
    if (!parts.isEmpty()) {
      found.add(
          FindingRule.R5.found(
              severity,
              DetectorInput.process(owner.comm(), owner.pid())
                  + " on "
                  + input.device(owner.device()),
              uses.party,
              String.join("; ", parts)));
    }
  }
}
