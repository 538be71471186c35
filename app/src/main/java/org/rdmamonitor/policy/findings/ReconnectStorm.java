// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.ControlCall.QueuePairChange;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairState;
import org.rdmamonitor.policy.Detection;
import org.rdmamonitor.policy.Detector;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.Finding.Severity;
import org.rdmamonitor.policy.config.FindingLimit;

/**
 * N2: programs that connect to one address again and again, each time after one of their
 * connections has ended. Keeps {@value #PAIRINGS} pairings of program and address.
 */
final class ReconnectStorm implements Detector {
  private static final Duration WINDOW = Duration.ofMinutes(1);

  /**
   * A program that is restarted makes each of its connections anew, but only once: so the
   * connections of a storm must span at least this many rounds.
   */
  private static final int ROUNDS = 5;

  private static final int PAIRINGS = 4096;
  private static final int CONNECTIONS = 1 << 16;

  /** A program of a cgroup, and an address that it connects to. */
  private record Pairing(String comm, long cgroup, String gid) {}

  private record Name(int device, int number) {}

  /**
   * When a connection began, and in which round. The round is one more than the latest round of
   * which a connection had ended before.
   */
  private record Begin(Instant time, int round) {}

  private record Connection(Pairing pairing, int round) {}

  /** What is known of a pairing. */
  private static final class Reconnects {
    private final ArrayDeque<Begin> again = new ArrayDeque<>();
    private int endedRound;
    private long unusedEnds;
  }

  private final Map<Pairing, Reconnects> pairings = new BoundedMap<>(PAIRINGS);
  private final Map<Name, Connection> connections = new BoundedMap<>(CONNECTIONS);

  @Override
  public FindingLimit on() {
    return FindingLimit.N2;
  }

  @Override
  public void see(ControlCall call, DetectorInput input) {
    if (call.failed() || call.caller().kernel() || call.objectId().isEmpty()) {
      return;
    }
    Name name = new Name(call.device(), call.objectId().getAsInt());
    if (call.verb() == Verb.QP_DESTROY) {
      end(name);
    } else if (call.detail() instanceof QueuePairChange change) {
      if (change.state().filter(state -> state == QueuePairState.RESET).isPresent()) {
        end(name);
      } else if (change.state().filter(state -> state == QueuePairState.RTR).isPresent()
          && !change.destinationGid().isEmpty()) {
        connect(name, call, change.destinationGid());
      }
    }
  }

  private void end(Name name) {
    Connection connection = connections.remove(name);
    Reconnects reconnects = connection == null ? null : pairings.get(connection.pairing);
    if (connection != null && reconnects != null) {
      reconnects.endedRound = Math.max(reconnects.endedRound, connection.round);
      reconnects.unusedEnds++;
    }
  }

  private void connect(Name name, ControlCall call, String gid) {
    end(name);
    Pairing pairing = new Pairing(call.caller().comm(), call.caller().cgroup(), gid);
    Reconnects reconnects = pairings.computeIfAbsent(pairing, _ -> new Reconnects());
    int round = reconnects.endedRound + 1;
    connections.put(name, new Connection(pairing, round));
    // Each ended connection accounts for one reconnection: many connections made at once after a
    // single one ended are no storm.
    if (reconnects.unusedEnds > 0) {
      reconnects.unusedEnds--;
      reconnects.again.addLast(new Begin(call.time(), round));
    }
  }

  @Override
  public List<Detection> detections(DetectorInput input) {
    List<Detection> found = new ArrayList<>();
    Instant begin = input.now().minus(WINDOW);
    pairings.forEach((pairing, reconnects) -> {
      while (!reconnects.again.isEmpty() && reconnects.again.getFirst().time.isBefore(begin)) {
        reconnects.again.removeFirst();
      }
      if (input.limits().exceeds(FindingLimit.N2_CONNECTIONS, reconnects.again.size())
          && reconnects.again.getLast().round - reconnects.again.getFirst().round + 1 >= ROUNDS) {
        found.add(
            FindingRule.N2.found(
                Severity.WARNING,
                "%s in %s to %s".formatted(pairing.comm, input.cgroup(pairing.cgroup), pairing.gid),
                input.party(pairing.cgroup),
                "connected anew %s within %d s, each time after a connection of theirs had ended"
                    .formatted(Words.count(reconnects.again.size(), "time"), WINDOW.toSeconds())));
      }
    });
    return found;
  }
}
