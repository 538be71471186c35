// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet.join;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmamonitor.fleet.FleetHost;
import org.rdmamonitor.fleet.FleetSnapshot;
import org.rdmamonitor.fleet.HostConnections;
import org.rdmamonitor.fleet.HostId;
import org.rdmamonitor.fleet.HostNames;
import org.rdmamonitor.fleet.HostState;
import org.rdmamonitor.fleet.ListedConnection;
import org.rdmamonitor.model.join.ConnectionEnd;
import org.rdmamonitor.model.join.ConnectionPair;
import org.rdmamonitor.model.join.HostRecord;
import org.rdmamonitor.model.join.JoinedHosts;
import org.rdmamonitor.model.join.Joiner;
import org.rdmamonitor.model.join.LoneEnd;
import org.rdmamonitor.policy.Finding;
import org.rdmamonitor.policy.join.JoinInspector;
import org.rdmamonitor.policy.join.JoinRule;

/**
 * The connections of a fleet at one moment.
 *
 * @param time the moment, by the server's clock
 * @param joined the result of joining the ends, as for recordings
 * @param connections all of them, the most worrying first
 * @param findings of the rules that need no calls, the most severe first
 * @param findingsLeftOut how many further findings there were no room for
 * @param notes sentences on what could not be found out
 */
public record FleetConnections(
    Instant time,
    JoinedHosts joined,
    List<FleetConnection> connections,
    List<Finding> findings,
    long findingsLeftOut,
    List<String> notes) {
  /**
   * For this long after an end was connected, its peer's host may not have reported the peer's
   * address yet.
   */
  private static final Duration GRACE = Duration.ofSeconds(15);

  /** How many hosts one note names. */
  private static final int NAMED = 5;

  public FleetConnections {
    connections = connections.stream().sorted(FleetConnection.WORST_FIRST).toList();
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }

  /** What an end says it is and what its peer is: numbers and addresses. */
  private record Names(int one, String oneAddress, int other, String otherAddress) {
    static Names of(ListedConnection end) {
      return new Names(end.number(), end.address(), end.peerNumber(), end.peerAddress());
    }

    /** The names as the peer gives them, if each end names the other. */
    static Names ofPeer(ListedConnection end) {
      return new Names(end.peerNumber(), end.peerAddress(), end.number(), end.address());
    }
  }

  /** What is known about a host, and whether it reports its connections now. */
  private record Teller(FleetHost host, HostConnections told) {
    boolean tells() {
      return host.state().isFresh() && told.begin().isPresent();
    }

    /** Why it does not report its connections. */
    String silence() {
      if (host.state().isFresh()) {
        return "does not tell of connections";
      }
      return switch (host.state()) {
        case GONE -> "is no target any more";
        case FOREIGN -> "is another program";
        case SUSPECT -> "says what cannot be";
        case DOWN, STALE, SLOW, UP -> "is " + host.state().word();
      };
    }
  }

  /**
   * Joins what the hosts of a reading report.
   *
   * @param told what each host of this reading reports
   * @param noted what could not be found out so far
   */
  public static FleetConnections of(
      FleetSnapshot fleet, List<HostConnections> told, Set<String> noted) {
    Map<HostId, HostConnections> byHost =
        told.stream().collect(Collectors.toMap(HostConnections::id, one -> one));
    HostNames names = HostNames.of(fleet);
    Set<Names> named =
        told.stream()
            .flatMap(host -> host.ends().stream())
            .map(Names::ofPeer)
            .collect(Collectors.toSet());
    List<Teller> tellers = new ArrayList<>();
    List<HostRecord> records = new ArrayList<>();
    for (FleetHost host :
        fleet.hosts().stream().sorted(Comparator.comparing(FleetHost::id)).toList()) {
      HostConnections ofHost = byHost.get(host.id());
      if (ofHost != null) {
        Teller teller = new Teller(host, ofHost);
        tellers.add(teller);
        records.add(record(teller, tellers.size() - 1, fleet.time(), names.of(host.id()), named));
      }
    }
    JoinedHosts joined = Joiner.join(records);
    JoinInspector.Result result = JoinInspector.inspect(joined);
    Set<String> notes = new LinkedHashSet<>(noted);
    List<Finding> findings =
        result.findings().stream().filter(finding -> isSure(finding, tellers, joined)).toList();
    note(tellers, joined, notes);
    List<FleetConnection> connections = new ArrayList<>();
    joined.pairs().forEach(pair -> connections.add(both(pair, joined)));
    joined.lone().forEach(lone -> connections.add(lone(lone, joined, tellers)));
    return new FleetConnections(
        fleet.time(), joined, connections, findings, result.leftOut(), List.copyOf(notes));
  }

  private static HostRecord record(
      Teller teller, int index, Instant now, String name, Set<Names> named) {
    Instant listed = teller.host.lastReading().orElse(now);
    return new HostRecord(
        name,
        "",
        teller.told.begin().orElse(listed),
        listed,
        teller.tells() ? ends(teller.told, index, listed, named) : List.of(),
        List.of(),
        ListedEnds.addresses(teller.told),
        teller.tells() ? Optional.of(listed) : Optional.empty(),
        teller.tells() && teller.told.leftOut() == 0,
        teller.told.leftOut(),
        Duration.ZERO,
        false);
  }

  /**
   * The ends of a host. An end that is gone is only included if an end that still exists names it
   * as its peer.
   */
  private static List<ConnectionEnd> ends(
      HostConnections told, int host, Instant listed, Set<Names> named) {
    List<ConnectionEnd> ends = new ArrayList<>();
    told.ends().forEach(end -> ends.add(ListedEnds.end(host, end, Optional.empty())));
    // If a host leaves connections out, an end that it no longer reports may still exist.
    told.gone().stream()
        .filter(gone -> told.leftOut() == 0 && named.contains(Names.of(gone)))
        .forEach(gone -> ends.add(ListedEnds.end(host, gone, Optional.of(listed))));
    return ends;
  }

  /**
   * Whether a finding is certain. That nobody has an address is only certain if all hosts report
   * their addresses, and have been read since the address was connected to.
   */
  private static boolean isSure(Finding finding, List<Teller> tellers, JoinedHosts joined) {
    if (!finding.rule().equals(JoinRule.J8.name())) {
      return true;
    }
    for (int host = 0; host < tellers.size(); host++) {
      Teller teller = tellers.get(host);
      boolean isRead =
          teller.tells()
              && joined
                  .time(host, joined.hosts().get(host).end())
                  .isAfter(finding.first().plus(GRACE));
      boolean isKnown =
          teller.host.state() != HostState.FOREIGN
              && !teller.host.state().isFresh()
              && !teller.told.addresses().isEmpty();
      if (!isRead && !isKnown) {
        return false;
      }
    }
    return true;
  }

  private static void note(List<Teller> tellers, JoinedHosts joined, Set<String> notes) {
    Map<String, List<String>> silent = new HashMap<>();
    List<String> partly = new ArrayList<>();
    for (int host = 0; host < tellers.size(); host++) {
      String name = joined.hosts().get(host).name();
      if (!tellers.get(host).tells()) {
        silent.computeIfAbsent(tellers.get(host).silence(), _ -> new ArrayList<>()).add(name);
      } else if (tellers.get(host).told.leftOut() > 0) {
        partly.add("%s (%d)".formatted(name, tellers.get(host).told.leftOut()));
      }
    }
    silent.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(entry ->
            notes.add(
                "what is at the other end is unknown where the host %s: %s"
                    .formatted(entry.getKey(), named(entry.getValue()))));
    if (!partly.isEmpty()) {
      notes.add(
          "hosts that do not tell of so many connections, of which none is missed: "
              + named(partly));
    }
  }

  private static String named(List<String> hosts) {
    String first = String.join(", ", hosts.stream().limit(NAMED).toList());
    return hosts.size() > NAMED ? "%s and %d more".formatted(first, hosts.size() - NAMED) : first;
  }

  private static FleetConnection both(ConnectionPair pair, JoinedHosts joined) {
    boolean isOneGone = pair.one().life().ended().isPresent();
    ConnectionEnd one = isOneGone ? pair.other() : pair.one();
    ConnectionEnd other = isOneGone ? pair.one() : pair.other();
    String there = joined.host(other).name();
    boolean isGone = other.life().ended().isPresent();
    return new FleetConnection(
        joined.host(one).name(),
        one,
        isGone ? FleetConnection.Peer.UNKNOWN : FleetConnection.Peer.KNOWN,
        there,
        Optional.of(other),
        isGone ? there + " had it until a moment ago" : "");
  }

  private static FleetConnection lone(LoneEnd lone, JoinedHosts joined, List<Teller> tellers) {
    String host = joined.host(lone.end()).name();
    if (lone.owner().isEmpty()) {
      String why =
          switch (joined.owners().getOrDefault(lone.end().peerAddress(), List.of()).size()) {
            case 0 ->
                lone.end().peerAddress().isEmpty()
                    ? "its address is not known"
                    : "no host has shown this address";
            case 1 -> "which end it is, is not clear";
            default -> "several hosts have this address";
          };
      return unknown(host, lone, "", why);
    }
    int owner = lone.owner().getAsInt();
    HostRecord there = joined.hosts().get(owner);
    Teller teller = tellers.get(owner);
    if (!teller.tells()) {
      return unknown(host, lone, there.name(), there.name() + " " + teller.silence());
    }
    if (!there.complete()) {
      return unknown(
          host, lone, there.name(), there.name() + " does not tell of all its connections");
    }
    Instant since = lone.end().life().inState();
    boolean isRead =
        joined.between(lone.end().host(), since, owner, there.end()).compareTo(GRACE) > 0;
    if (!isRead) {
      return unknown(host, lone, there.name(), there.name() + " was not read since");
    }
    return new FleetConnection(
        host,
        lone.end(),
        FleetConnection.Peer.MISSING,
        there.name(),
        lone.namesake(),
        lone.namesake().isPresent()
            ? "there it is connected to another"
            : there.name() + " has no such connection");
  }

  private static FleetConnection unknown(String host, LoneEnd lone, String peerHost, String why) {
    return new FleetConnection(
        host, lone.end(), FleetConnection.Peer.UNKNOWN, peerHost, Optional.empty(), why);
  }

  /** How many connections there are of whose other end this is known. */
  public long count(FleetConnection.Peer peer) {
    return connections.stream().filter(connection -> connection.peer() == peer).count();
  }
}
