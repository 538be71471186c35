// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.join;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;
import org.rdmamonitor.model.call.ControlCall.QueuePairEnd;
import org.rdmamonitor.model.call.EndCause;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.policy.Finding.Severity;

/** J6: the same programs connect to the same address again and again. */
final class ReconnectStorms {
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int MOST = 30;

  /**
   * A restarted program makes each of its many connections anew, but only once: so the connections
   * of a storm must span at least this many rounds.
   */
  private static final int ROUNDS = 5;

  private record Pairing(String comm, String cgroup, String peer) {}

  /** How often one came back within a window at most, and until when that was. */
  private record Peak(int times, Instant until) {}

  /**
   * When a connection began, and its round. The round is one more than the latest round of which a
   * connection had ended before.
   */
  private record Begin(Instant time, int round) {}

  private ReconnectStorms() {}

  static void find(JoinedHosts hosts, Sightings sightings) {
    for (HostRecord host : hosts.hosts()) {
      Map<Pairing, List<ConnectionEnd>> pairings = new LinkedHashMap<>();
      for (ConnectionEnd end : host.ends()) {
        if (end.life().connected().isPresent() && !end.peerAddress().isEmpty()) {
          pairings
              .computeIfAbsent(
                  new Pairing(end.connection().owner(), end.cgroup().path(), end.peerAddress()),
                  _ -> new ArrayList<>())
              .add(end);
        }
      }
      pairings.forEach((pairing, ends) -> {
        Peak peak = peak(ends);
        if (peak.times > MOST) {
          ConnectionEnd last = ends.getLast();
          sightings.add(
              JoinRule.J6,
              Severity.WARNING,
              EndNames.group(last, hosts),
              pairing.peer,
              "connected %d times to %s within %d s, each time after a connection of theirs had"
                      .formatted(peak.times, EndNames.address(pairing.peer), WINDOW.toSeconds())
                  + " ended; the ends: "
                  + endings(ends),
              hosts.time(last.host(), peak.until));
        }
      });
    }
  }

  private static Peak peak(List<ConnectionEnd> ends) {
    List<Instant> gone =
        ends.stream().flatMap(end -> end.life().ended().stream()).sorted().toList();
    ArrayDeque<Begin> window = new ArrayDeque<>();
    Peak peak = new Peak(0, Instant.EPOCH);
    int used = 0;
    for (Begin begin : begins(ends)) {
      Instant time = begin.time;
      // Each ended connection accounts for one reconnection: many connections made at once after a
      // single one ended are no storm.
      if (used == gone.size() || gone.get(used).isAfter(time)) {
        continue;
      }
      used++;
      window.addLast(begin);
      while (Duration.between(window.getFirst().time, time).compareTo(WINDOW) > 0) {
        window.removeFirst();
      }
      boolean isAgainAndAgain = begin.round - window.getFirst().round + 1 >= ROUNDS;
      if (isAgainAndAgain && window.size() > peak.times) {
        peak = new Peak(window.size(), time);
      }
    }
    return peak;
  }

  /** When the connections began, in order of time. */
  private static List<Begin> begins(List<ConnectionEnd> ends) {
    List<ConnectionEnd> inOrder = new ArrayList<>(ends);
    inOrder.sort(Comparator.comparing(end -> end.life().connected().orElse(Instant.MIN)));
    PriorityQueue<Begin> running = new PriorityQueue<>(Comparator.comparing(Begin::time));
    List<Begin> begins = new ArrayList<>();
    int ended = 0;
    for (ConnectionEnd end : inOrder) {
      Instant time = end.life().connected().orElse(Instant.MIN);
      while (!running.isEmpty() && !running.element().time.isAfter(time)) {
        ended = Math.max(ended, running.remove().round);
      }
      int round = ended + 1;
      begins.add(new Begin(time, round));
      end.life().ended().ifPresent(gone -> running.add(new Begin(gone, round)));
    }
    return begins;
  }

  /** {@code 41 destroyed, 2 killed}. */
  private static String endings(List<ConnectionEnd> ends) {
    Map<EndCause, Integer> causes = new EnumMap<>(EndCause.class);
    for (ConnectionEnd end : ends) {
      if (end.life().ended().isPresent()) {
        causes.merge(
            end.life().ending().map(QueuePairEnd::cause).orElse(EndCause.UNKNOWN), 1, Integer::sum);
      }
    }
    return causes.entrySet().stream()
        .sorted(Map.Entry.<EndCause, Integer>comparingByValue(Comparator.reverseOrder()))
        .map(entry -> entry.getValue() + " " + word(entry.getKey()))
        .collect(Collectors.joining(", "));
  }

  private static String word(EndCause cause) {
    return cause == EndCause.UNKNOWN ? "not seen" : cause.key().replace('_', ' ');
  }
}
