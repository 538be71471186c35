// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.Party;
import org.rdmamonitor.policy.TrackedQueuePair;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * R4: a process that connects to one peer again and again, each time with its numbers increased by
 * the same step. What sets guessing apart from programs that reconnect in good faith:
 *
 * <ul>
 *   <li>each try comes after the one before: with the same queue pair, or after the earlier one has
 *       gone. Many queue pairs side by side to consecutive numbers of a peer are usual;
 *   <li>the step of all numbers is constant, and not 0. Programs draw random sequence numbers;
 *   <li>a step of the peer's queue pair number alone counts only if the same queue pair is used
 *       again: a client that connects to a server over and over meets consecutive numbers too.
 * </ul>
 *
 * Keeps {@value #PEERS} pairs of process and peer, for {@value #MEMORY_SECONDS} seconds after the
 * last try.
 */
final class SequenceGuessing implements Detector {
  private static final int PEERS = 4096;
  private static final int MEMORY_SECONDS = 60;
  private static final Duration MEMORY = Duration.ofSeconds(MEMORY_SECONDS);
  private static final int UNSET = -1;

  private record Peer(int device, int pid, String gid) {}

  /** A step from one try to the next, modulo 2^24. */
  private record TryDifference(int qpn, int rqPsn, int sqPsn) {
    boolean ofSequenceNumbers() {
      return qpn == 0 && (rqPsn != 0 || sqPsn != 0);
    }

    boolean ofQueuePairNumbers() {
      return qpn != 0;
    }
  }

  /** A process's tries at a peer: the latest one, and how many in a row had the same step. */
  private static final class Tries {
    private @Nullable TrackedQueuePair pair;
    private int qpn;
    private int rqPsn;
    private int sqPsn = UNSET;
    private @Nullable TryDifference pending;
    private @Nullable TryDifference step;
    private long retries;
    private Instant last = Instant.EPOCH;
    private boolean told = true;
    private String subject = "";
    private Party party;

    Tries(Party party) {
      this.party = party;
    }
  }

  private final Map<Peer, Tries> byPeer = new BoundedMap<>(PEERS);

  @Override
  public FindingLimit on() {
    return FindingLimit.R4;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (call.verb() == Verb.QP_MODIFY
        && !call.failed()
        && !call.caller().kernel()
        && call.detail() instanceof QueuePairChange change) {
      input
          .queuePairs()
          .of(call)
          .ifPresent(pair -> {
            QueuePairState asked = change.state().orElse(QueuePairState.ERR);
            if (asked == QueuePairState.RTR && change.has(QueuePairChange.DESTINATION_QPN)) {
              connect(pair, change, call, input);
            } else if (asked == QueuePairState.RTS && change.has(QueuePairChange.SQ_PSN)) {
              Tries tries = byPeer.get(peer(pair));
              if (tries != null && tries.pair == pair) {
                sends(tries, change.sqPsn());
              }
            }
          });
    }
  }

  private static Peer peer(TrackedQueuePair pair) {
    return new Peer(pair.device(), pair.pid(), pair.destinationGid());
  }

  private void connect(
      TrackedQueuePair pair, QueuePairChange change, ControlCall call, DetectorInput input) {
    Party party = input.party(pair.pid(), pair.cgroup());
    Tries tries = byPeer.computeIfAbsent(peer(pair), _ -> new Tries(party));
    boolean same = tries.pair == pair;
    boolean anew = same || (tries.pair != null && !tries.pair.isConnected());
    int rqPsn = change.has(QueuePairChange.RQ_PSN) ? change.rqPsn() : UNSET;
    if (tries.pair != null) {
      settle(tries);
    }
    TryDifference next =
        new TryDifference(
            difference(change.destinationQpn(), tries.qpn), difference(rqPsn, tries.rqPsn), 0);
    if (!anew || (next.ofQueuePairNumbers() && !same)) {
      tries.step = null;
      tries.pending = null;
      tries.retries = 0;
    } else {
      tries.pending = next;
    }
    tries.pair = pair;
    tries.qpn = change.destinationQpn();
    tries.rqPsn = rqPsn;
    tries.last = call.time();
    tries.party = party;
    tries.subject =
        DetectorInput.process(pair.comm(), pair.pid()) + " on " + input.device(pair.device());
    if (tries.pending != null && tries.sqPsn == UNSET) {
      settle(tries);
    }
  }

  /** Takes in the send sequence number. It comes with a call of its own, which may never come. */
  private static void sends(Tries tries, int sqPsn) {
    if (tries.pending != null && tries.sqPsn != UNSET) {
      TryDifference step = tries.pending;
      tries.pending = new TryDifference(step.qpn(), step.rqPsn(), difference(sqPsn, tries.sqPsn));
    }
    tries.sqPsn = sqPsn;
    settle(tries);
  }

  /** Counts the latest try, about which nothing more can become known. */
  private static void settle(Tries tries) {
    TryDifference step = tries.pending;
    tries.pending = null;
    if (step == null) {
      return;
    }
    boolean guess = step.ofSequenceNumbers() || step.ofQueuePairNumbers();
    if (!guess) {
      tries.retries = 0;
    } else if (step.equals(tries.step)) {
      tries.retries++;
      tries.told = false;
    } else {
      tries.retries = 1;
    }
    tries.step = guess ? step : null;
  }

  private static int difference(int now, int before) {
    return now - before & 0xffffff;
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    List<Detection> found = new ArrayList<>();
    byPeer.forEach((peer, tries) -> {
      TryDifference step = tries.step;
      if (step != null
          && !tries.told
          && input.limits().exceeds(FindingLimit.R4_RETRIES, tries.retries)) {
        tries.told = true;
        found.add(
            FindingRule.R4.found(
                Severity.CRITICAL,
                tries.subject,
                tries.party,
                "%d tries%s in steps of %s"
                    .formatted(
                        tries.retries,
                        peer.gid().isEmpty() ? "" : " at " + peer.gid(),
                        words(step))));
      }
    });
    Instant forgotten = input.now().minus(MEMORY);
    byPeer.values().removeIf(tries -> tries.last.isBefore(forgotten));
    return found;
  }

  private static String words(TryDifference step) {
    List<String> parts = new ArrayList<>();
    add(parts, step.qpn(), "queue pair number");
    add(parts, step.rqPsn(), "PSN expected");
    add(parts, step.sqPsn(), "PSN sent");
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, int step, String what) {
    if (step != 0) {
      int signed = step << 8 >> 8;
      parts.add("%+d (%s)".formatted(signed, what));
    }
  }
}
