// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmamonitor.model.resource.QueuePairPath;

/**
 * Finds the two ends of each connection. They name each other: each by the other's queue pair
 * number, and by an address that the other's device has. Numbers are used again; so if more than
 * one queue pair is possible, those belong together whose sequence numbers meet, or else those that
 * existed at the same time.
 */
public final class Joiner {
  /** How many pairs of ends are compared; only made-up recordings have more. */
  private static final int MATCHES = 1 << 19;

  private static final int PSN = 0xffffff;

  /**
   * Sequence numbers that programs choose themselves, such as 0 or 1000, are not larger than this.
   */
  private static final int CHOSEN = 0xffff;

  /** How far apart in time two ends may be whose clocks are not known better. */
  private static final Duration SLACK = Duration.ofSeconds(5);

  private final List<HostRecord> hosts;
  private final EndIndex index;

  private final Networks networks = new Networks();

  /** How the first sequence numbers of two ends compare, the best case first. */
  private enum Psns {
    /** They meet, and are not such as programs choose: that cannot be chance. */
    UNIQUE,
    MEET,
    UNKNOWN,
    DIFFER
  }

  private record Match(ConnectionEnd one, ConnectionEnd other, Psns psns) {}

  /** How well the times of both ends go together. */
  private record Ranked(Match match, Duration apart, Duration begins) {}

  /** Ends that may have so many others for their peer that it is not clear which one. */
  private final Set<ConnectionEnd> unclear = Collections.newSetFromMap(new IdentityHashMap<>());

  Joiner(List<HostRecord> hosts) {
    this.hosts = hosts;
    this.index = new EndIndex(hosts);
  }

  /** Joins the records of hosts; an end's host is an index into this list. */
  public static JoinedHosts join(List<HostRecord> hosts) {
    return new Joiner(hosts).join();
  }

  /** How many hosts, devices and ends were looked at so far. */
  long looks() {
    return index.looks();
  }

  JoinedHosts join() {
    List<Match> matches = matches();
    List<HostClock> clocks = ClockOffsets.estimate(hosts.size(), intervals(matches));
    JoinedHosts clocked = new JoinedHosts(hosts, clocks, List.of(), List.of(), index.owners());
    List<ConnectionPair> pairs = pairs(matches, clocked);
    return new JoinedHosts(hosts, clocks, pairs, lone(pairs, clocked), index.owners());
  }

  private List<Match> matches() {
    IdentityHashMap<ConnectionEnd, List<ConnectionEnd>> partners = partners();
    List<Match> matches = new ArrayList<>();
    for (HostRecord host : hosts) {
      for (ConnectionEnd end : host.ends()) {
        for (ConnectionEnd other : partners.getOrDefault(end, List.of())) {
          if (matches.size() == MATCHES) {
            return matches;
          }
          // Each is found from both sides, but where too little is known of one of them.
          if (isFirst(end, other) || !isAmong(end, partners.getOrDefault(other, List.of()))) {
            matches.add(match(end, other));
          }
        }
      }
    }
    return matches;
  }

  /** For each end those that it may name, and that may name it. */
  private IdentityHashMap<ConnectionEnd, List<ConnectionEnd>> partners() {
    IdentityHashMap<ConnectionEnd, List<ConnectionEnd>> partners = new IdentityHashMap<>();
    for (HostRecord host : hosts) {
      for (ConnectionEnd end : host.ends()) {
        index
            .partners(end)
            .ifPresentOrElse(
                of -> {
                  if (!of.isEmpty()) {
                    partners.put(end, of);
                  }
                },
                () -> unclear.add(end));
      }
    }
    return partners;
  }

  @SuppressWarnings("ReferenceEquality") // each end is there once
  private static boolean isAmong(ConnectionEnd end, List<ConnectionEnd> ends) {
    return ends.stream().anyMatch(one -> one == end);
  }

  private static boolean isFirst(ConnectionEnd one, ConnectionEnd other) {
    int hosts = Integer.compare(one.host(), other.host());
    int numbers = Integer.compare(one.number(), other.number());
    int devices = Integer.compare(one.connection().device(), other.connection().device());
    return hosts != 0 ? hosts < 0 : numbers != 0 ? numbers < 0 : devices <= 0;
  }

  private static Match match(ConnectionEnd one, ConnectionEnd other) {
    Psns psns = psns(one, other);
    return isFirst(one, other) ? new Match(one, other, psns) : new Match(other, one, psns);
  }

  private static Psns psns(ConnectionEnd one, ConnectionEnd other) {
    OptionalInt there = psn(one, true);
    OptionalInt back = psn(other, true);
    OptionalInt awaitedThere = psn(other, false);
    OptionalInt awaitedBack = psn(one, false);
    if (there.isEmpty() || back.isEmpty() || awaitedThere.isEmpty() || awaitedBack.isEmpty()) {
      return Psns.UNKNOWN;
    }
    if (!there.equals(awaitedThere) || !back.equals(awaitedBack)) {
      return Psns.DIFFER;
    }
    boolean isDrawn = Math.max(there.getAsInt(), back.getAsInt()) > CHOSEN;
    return isDrawn && !there.equals(back) ? Psns.UNIQUE : Psns.MEET;
  }

  /** The first sequence number that an end sends or expects; empty if it is not known. */
  public static OptionalInt psn(ConnectionEnd end, boolean sent) {
    Optional<QueuePairPath> path = end.connection().pair().path();
    return path.map(p -> sent ? p.sqPsn() : p.rqPsn())
        .filter(OptionalInt::isPresent)
        .map(psn -> OptionalInt.of(psn.getAsInt() & PSN))
        .orElse(OptionalInt.empty());
  }

  /**
   * The intervals that tell how far clocks are apart. Only connections count whose two ends belong
   * together without doubt.
   */
  private List<ClockOffsets.Interval> intervals(List<Match> matches) {
    IdentityHashMap<ConnectionEnd, Integer> times = new IdentityHashMap<>();
    for (Match match : matches) {
      times.merge(match.one, 1, Integer::sum);
      times.merge(match.other, 1, Integer::sum);
    }
    List<ClockOffsets.Interval> intervals = new ArrayList<>();
    for (Match match : matches) {
      boolean only =
          times.getOrDefault(match.one, 0) == 1 && times.getOrDefault(match.other, 0) == 1;
      if (match.one.host() != match.other.host()
          && (match.psns == Psns.UNIQUE
              || (only
                  && isSameTime(hosts.get(match.one.host()), hosts.get(match.other.host()))))) {
        intervals.add(ClockOffsets.of(match.one, match.other));
      }
    }
    return intervals;
  }

  /** Whether the recordings overlap, by the clocks as they are. */
  private static boolean isSameTime(HostRecord one, HostRecord other) {
    return !one.begin().isAfter(other.end()) && !other.begin().isAfter(one.end());
  }

  private List<ConnectionPair> pairs(List<Match> matches, JoinedHosts hosts) {
    List<Ranked> best = new ArrayList<>();
    for (Match match : matches) {
      Duration apart = apart(match, hosts);
      if (match.psns == Psns.UNIQUE || apart.compareTo(slack(match, hosts)) <= 0) {
        best.add(new Ranked(match, apart, begins(match, hosts)));
      }
    }
    best.sort(
        Comparator.comparing((Ranked ranked) -> ranked.match.psns)
            .thenComparing(Ranked::apart)
            .thenComparing(Ranked::begins));
    Set<ConnectionEnd> taken = Collections.newSetFromMap(new IdentityHashMap<>());
    List<ConnectionPair> pairs = new ArrayList<>();
    for (Ranked ranked : best) {
      Match match = ranked.match;
      boolean isFree = !taken.contains(match.one) && !taken.contains(match.other);
      if (isFree && isPossible(match)) {
        taken.add(match.one);
        taken.add(match.other);
        pairs.add(new ConnectionPair(match.one, match.other, isCertain(match)));
        if (match.psns != Psns.DIFFER) {
          networks.add(match.one, match.other, match.psns != Psns.UNKNOWN);
        }
      }
    }
    pairs.sort(Comparator.comparing(ConnectionPair::one, ORDER));
    return pairs;
  }

  /**
   * Two ends whose sequence numbers do not meet may each have another peer, in two networks that
   * use the same addresses.
   */
  private boolean isPossible(Match match) {
    return match.psns != Psns.DIFFER
        || (networks.isPossible(match.one, match.other.host())
            && networks.isPossible(match.other, match.one.host()));
  }

  private boolean isCertain(Match match) {
    return match.psns != Psns.DIFFER
        || (networks.isKnown(match.one, match.other.host())
            && networks.isKnown(match.other, match.one.host()));
  }

  private static final Comparator<ConnectionEnd> ORDER =
      Comparator.comparingInt(ConnectionEnd::host)
          .thenComparing(ConnectionEnd::device)
          .thenComparing(ConnectionEnd::number, Integer::compareUnsigned)
          .thenComparing(end -> end.life().inState());

  /**
   * How long there was between the end of the one and the beginning of the other; 0 if both existed
   * at some time.
   */
  private static Duration apart(Match match, JoinedHosts hosts) {
    Duration gap = gap(match.one, match.other, hosts);
    Duration other = gap(match.other, match.one, hosts);
    return gap.compareTo(other) > 0 ? gap : other;
  }

  private static Duration gap(ConnectionEnd first, ConnectionEnd second, JoinedHosts hosts) {
    Duration gap =
        hosts.between(first.host(), gone(first, hosts), second.host(), begun(second, hosts));
    return gap.isNegative() ? Duration.ZERO : gap;
  }

  private static Duration begins(Match match, JoinedHosts hosts) {
    return hosts
        .between(
            match.one.host(),
            begun(match.one, hosts),
            match.other.host(),
            begun(match.other, hosts))
        .abs();
  }

  private static Instant begun(ConnectionEnd end, JoinedHosts hosts) {
    return end.life().connected().orElse(hosts.host(end).begin());
  }

  private static Instant gone(ConnectionEnd end, JoinedHosts hosts) {
    return end.life().ended().orElse(hosts.host(end).end());
  }

  private static Duration slack(Match match, JoinedHosts hosts) {
    return hosts.doubt(match.one.host(), match.other.host(), SLACK);
  }

  private List<LoneEnd> lone(List<ConnectionPair> pairs, JoinedHosts clocked) {
    Set<ConnectionEnd> paired = Collections.newSetFromMap(new IdentityHashMap<>());
    pairs.forEach(pair -> {
      paired.add(pair.one());
      paired.add(pair.other());
    });
    List<LoneEnd> lone = new ArrayList<>();
    for (HostRecord host : hosts) {
      for (ConnectionEnd end : host.ends()) {
        if (!paired.contains(end) && end.peerNumber().isPresent() && !isItself(end)) {
          lone.add(lone(end, clocked));
        }
      }
    }
    lone.sort(Comparator.comparing(LoneEnd::end, ORDER));
    return lone;
  }

  /** Whether the queue pair is connected to itself, which programs may do. */
  private static boolean isItself(ConnectionEnd end) {
    return end.peerNumber().getAsInt() == end.number()
        && !end.ownAddress().isEmpty()
        && end.ownAddress().equals(end.peerAddress());
  }

  private LoneEnd lone(ConnectionEnd end, JoinedHosts clocked) {
    OptionalInt having =
        end.isWithinHost() ? OptionalInt.of(end.host()) : clocked.owner(end.peerAddress());
    if (having.isEmpty() || unclear.contains(end) || !networks.isPossible(end, having.getAsInt())) {
      return LoneEnd.unclear(end);
    }
    EndIndex.Candidates candidates = index.namesakes(end, having.getAsInt());
    Optional<ConnectionEnd> namesake =
        candidates.ends().stream()
            .filter(other -> !other.equals(end))
            .filter(other -> apart(new Match(end, other, Psns.UNKNOWN), clocked).isZero())
            .findFirst();
    // It is unclear if not all candidates were looked at; or if the other queue pair may name this
    // one, and was paired with another end first.
    boolean isUnclear = namesake.map(other -> mayName(other, end)).orElse(!candidates.isComplete());
    return isUnclear
        ? LoneEnd.unclear(end)
        : new LoneEnd(end, having, namesake, networks.isKnown(end, having.getAsInt()));
  }

  /** Whether an end names another one, or may do so by an address that no host has shown. */
  private boolean mayName(ConnectionEnd by, ConnectionEnd named) {
    return index.names(by, named)
        || (by.peerNumber().equals(OptionalInt.of(named.number())) && index.owners(by).isEmpty());
  }
}
