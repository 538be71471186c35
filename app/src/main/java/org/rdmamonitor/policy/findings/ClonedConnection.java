// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
 * R3: connections of two different processes to one and the same queue pair. A reliable or
 * unreliable connection has one peer, so the second can only be there to send in the name of the
 * first. The two ends of a connection within one host are not such a case: each names the other's
 * number.
 *
 * <p>The address of a peer is known from calls only. A connection made before the monitor started
 * is known from the kernel's list only, and there equal numbers at different addresses are usual.
 * It is taken to have the same peer if its send sequence numbers are close too: less than 65536 of
 * 16777216 apart.
 *
 * <p>Keeps {@value #PEERS} peers, of which the least recently used is forgotten, and {@value
 * #PAIRS} findings.
 */
final class ClonedConnection implements Detector {
  private static final int PEERS = 1 << 16;
  private static final int PAIRS = 256;

  /** Bounds the work if one process has very many connections to one peer. */
  private static final int OF_ONE_PEER = 64;

  /** Each time of so many lists, those are forgotten that have ended: they only need room. */
  private static final int CLEANING = 16;

  private static final int NEAR = 1 << 16;
  private static final int PSNS = 1 << 24;

  private record Peer(int device, int qpn) {}

  private record Clone(TrackedQueuePair original, TrackedQueuePair copy) {}

  /** What held when the clone was seen: original or copy may be gone by the time it is reported. */
  private record Sight(Severity severity, String subject, Party party, String evidence) {}

  private final Map<Peer, Set<TrackedQueuePair>> byPeer = new BoundedMap<>(PEERS);
  private final Map<Clone, Sight> clones = new BoundedMap<>(PAIRS);
  private int lists;

  @Override
  public FindingLimit on() {
    return FindingLimit.R3;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (call.verb() != Verb.QP_MODIFY || call.failed()) {
      return;
    }
    if (call.detail() instanceof QueuePairChange change
        && change.has(QueuePairChange.STATE)
        && change.state().equals(Optional.of(QueuePairState.RTR))) {
      input.queuePairs().of(call).ifPresent(pair -> connected(pair, input));
    } else if (call.queuePairState().equals(Optional.of(QueuePairState.RTS))) {
      // The send sequence number, which comparing needs, is set only now.
      input.queuePairs().of(call).ifPresent(pair -> compare(pair, input));
    }
  }

  private void connected(TrackedQueuePair pair, DetectorInput input) {
    if (compare(pair, input)) {
      remember(pair);
    }
  }

  private void remember(TrackedQueuePair pair) {
    Set<TrackedQueuePair> pairs = byPeer.computeIfAbsent(peer(pair), p -> new LinkedHashSet<>());
    if (pairs.size() >= OF_ONE_PEER && !pairs.contains(pair)) {
      pairs.removeIf(other -> !other.isLive());
    }
    if (pairs.size() < OF_ONE_PEER) {
      pairs.add(pair);
    }
  }

  /**
   * Looks for other queue pairs with the same peer; false if this one is no connection, or its peer
   * is not known.
   */
  private boolean compare(TrackedQueuePair pair, DetectorInput input) {
    if (!pair.isReliableOrUnreliableConnection()
        || pair.destinationQpn().isEmpty()
        || pair.destinationGid().isEmpty()) {
      return false;
    }
    Set<TrackedQueuePair> others = byPeer.get(peer(pair));
    if (others == null || pair.isKernel()) {
      return true;
    }
    others.removeIf(other -> !other.isConnected() || !isStillOf(other, peer(pair)));
    for (TrackedQueuePair other : others) {
      if (other != pair && other.pid() != pair.pid()) {
        similarity(other, pair).ifPresent(severity -> note(other, pair, severity, input));
      }
    }
    return true;
  }

  private void note(
      TrackedQueuePair original, TrackedQueuePair copy, Severity severity, DetectorInput input) {
    boolean known = severity == Severity.CRITICAL;
    clones.put(
        new Clone(original, copy),
        new Sight(
            severity,
            DetectorInput.process(copy.comm(), copy.pid()) + " on " + input.device(copy.device()),
            input.party(copy.pid(), copy.cgroup()),
            "queue pair %s is connected to queue pair %s of %s, and so is %s of %s%s"
                .formatted(
                    Words.hex(copy.qpn()),
                    Words.hex(copy.destinationQpn().orElse(0)),
                    copy.destinationGid(),
                    Words.hex(original.qpn()),
                    DetectorInput.process(original.comm(), original.pid()),
                    known
                        ? ""
                        : ", whose address is not known but whose sequence numbers are close")));
  }

  /** How certain it is that both have the same peer; empty if they have not. */
  private static Optional<Severity> similarity(TrackedQueuePair one, TrackedQueuePair other) {
    if (one.destinationGid().equals(other.destinationGid())) {
      return Optional.of(Severity.CRITICAL);
    }
    if (!one.destinationGid().isEmpty() || one.sqPsn().isEmpty() || other.sqPsn().isEmpty()) {
      return Optional.empty();
    }
    int apart = Math.floorMod(one.sqPsn().getAsInt() - other.sqPsn().getAsInt(), PSNS);
    return Math.min(apart, PSNS - apart) < NEAR ? Optional.of(Severity.WARNING) : Optional.empty();
  }

  private static Peer peer(TrackedQueuePair pair) {
    return new Peer(pair.device(), pair.destinationQpn().orElse(0));
  }

  private static boolean isStillOf(TrackedQueuePair pair, Peer peer) {
    return pair.destinationQpn().isPresent() && peer(pair).equals(peer);
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    if (input.isNewlyListed()) {
      for (TrackedQueuePair pair : input.queuePairs().all()) {
        if (pair.isConnected()
            && pair.isReliableOrUnreliableConnection()
            && pair.destinationQpn().isPresent()) {
          remember(pair);
        }
      }
      if (++lists % CLEANING == 0) {
        byPeer
            .values()
            .removeIf(pairs -> {
              pairs.removeIf(pair -> !pair.isLive());
              return pairs.isEmpty();
            });
      }
    }
    List<Detection> found = new ArrayList<>();
    clones
        .values()
        .forEach(sight ->
            found.add(
                FindingRule.R3.found(
                    sight.severity(), sight.subject(), sight.party(), sight.evidence())));
    clones
        .keySet()
        .removeIf(clone -> !clone.original().isConnected() || !clone.copy().isConnected());
    return found;
  }
}
