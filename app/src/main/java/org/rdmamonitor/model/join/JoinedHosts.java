// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.join;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.rdmamonitor.model.connection.ConnectionFilter;

/**
 * The connections of several hosts, joined.
 *
 * @param hosts in the order in which they were given
 * @param clocks their clocks, in the same order
 * @param pairs connections of which both ends are known
 * @param lone the other ends that name a peer
 * @param owners which hosts have an address, by the address
 */
public record JoinedHosts(
    List<HostRecord> hosts,
    List<HostClock> clocks,
    List<ConnectionPair> pairs,
    List<LoneEnd> lone,
    Map<String, List<Integer>> owners) {

  public JoinedHosts {
    hosts = List.copyOf(hosts);
    clocks = List.copyOf(clocks);
    pairs = List.copyOf(pairs);
    lone = List.copyOf(lone);
    owners = Map.copyOf(owners);
  }

  /**
   * Only the connections of which the filter accepts at least one end, and the ends and address
   * handles that it accepts.
   *
   * @param filter applied to each end as if its host were alone
   */
  public JoinedHosts only(ConnectionFilter filter) {
    List<ConnectionPair> wanted =
        pairs.stream()
            .filter(pair -> accepts(filter, pair.one()) || accepts(filter, pair.other()))
            .toList();
    Set<ConnectionEnd> ends = Collections.newSetFromMap(new IdentityHashMap<>());
    wanted.forEach(pair -> {
      ends.add(pair.one());
      ends.add(pair.other());
    });
    List<HostRecord> fewer =
        hosts.stream()
            .map(host ->
                host.with(
                    host.ends().stream()
                        .filter(end -> ends.contains(end) || accepts(filter, end))
                        .toList(),
                    host.datagrams().stream().filter(some -> accepts(filter, some)).toList()))
            .toList();
    return new JoinedHosts(
        fewer,
        clocks,
        wanted,
        lone.stream().filter(end -> accepts(filter, end.end())).toList(),
        owners);
  }

  private static boolean accepts(ConnectionFilter filter, ConnectionEnd end) {
    return filter.accepts(end.connection(), end.device(), end.cgroup());
  }

  private static boolean accepts(ConnectionFilter filter, HostRecord.Datagrams some) {
    return filter.accepts(some.example(), some.device(), some.cgroup());
  }

  /** The host that has an address; empty if none has it, or more than one. */
  public OptionalInt owner(String address) {
    List<Integer> having = owners.getOrDefault(address, List.of());
    return having.size() == 1 ? OptionalInt.of(having.getFirst()) : OptionalInt.empty();
  }

  /**
   * Two hosts that have shown the same address: there is one host under two names, or there are two
   * networks.
   *
   * @param one the index of a host
   * @param other that of a later one
   * @param example an address that both have
   * @param addresses how many both have
   */
  public record Namesakes(int one, int other, String example, int addresses) {}

  /** All such hosts, in the order of the hosts. */
  public List<Namesakes> namesakes() {
    String[][] examples = new String[hosts.size()][hosts.size()];
    int[][] addresses = new int[hosts.size()][hosts.size()];
    owners.forEach((address, having) -> {
      for (int i = 0; i < having.size(); i++) {
        for (int one : having.subList(0, i)) {
          int other = having.get(i);
          addresses[one][other]++;
          String before = examples[one][other];
          if (before == null || address.compareTo(before) < 0) {
            examples[one][other] = address;
          }
        }
      }
    });
    List<Namesakes> namesakes = new ArrayList<>();
    for (int one = 0; one < hosts.size(); one++) {
      for (int other = one + 1; other < hosts.size(); other++) {
        if (addresses[one][other] > 0) {
          namesakes.add(new Namesakes(one, other, examples[one][other], addresses[one][other]));
        }
      }
    }
    return namesakes;
  }

  /** The host of an end. */
  public HostRecord host(ConnectionEnd end) {
    return hosts.get(end.host());
  }

  /**
   * How much later than one time, by one host's clock, another time is, by another host's clock;
   * negative if it is earlier. If nothing tells how far the clocks are apart, they are assumed to
   * agree.
   */
  public Duration between(int oneHost, Instant one, int otherHost, Instant other) {
    return Duration.ofNanos(common(otherHost, other) - common(oneHost, one));
  }

  /** How far {@link #between} may differ from the truth; empty if nothing bounds it. */
  public Optional<Duration> within(int one, int other) {
    if (one == other) {
      return Optional.of(Duration.ZERO);
    }
    HostClock first = clocks.get(one);
    HostClock second = clocks.get(other);
    return first.reference() == second.reference()
        ? first.within().flatMap(w -> second.within().map(w::plus))
        : Optional.empty();
  }

  /**
   * The same, plus how far the clocks were set during the recordings.
   *
   * @param unknown what to assume if nothing bounds the difference of the clocks
   */
  public Duration doubt(int one, int other, Duration unknown) {
    Duration doubt = within(one, other).orElse(unknown).plus(hosts.get(one).clockSet());
    return one == other ? doubt : doubt.plus(hosts.get(other).clockSet());
  }

  /** Whether there was a time when both hosts were being recorded. */
  public boolean overlap(int one, int other) {
    HostRecord first = hosts.get(one);
    HostRecord second = hosts.get(other);
    return !between(one, first.begin(), other, second.end()).isNegative()
        && !between(other, second.begin(), one, first.end()).isNegative();
  }

  /** A time of a host, by the clock of its reference. */
  public Instant time(int host, Instant time) {
    return Instant.ofEpochSecond(0, common(host, time));
  }

  private long common(int host, Instant time) {
    return Nanos.of(time) - clocks.get(host).ahead().toNanos();
  }
}
