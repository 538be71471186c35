// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.peers;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.connection.Contact;
import org.rdmamonitor.model.connection.ContactLog;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.model.resource.PeerAddress;

/** Suggests policies about peers that fit what was seen. */
public final class PeerAdvice {
  /**
   * Entries for each of the two kinds of addresses; both together stay within the limit of a
   * policy.
   */
  private static final int MOST = PeerPolicy.MOST_ENTRIES / 2;

  private record Prefix(Gid first, int length) {
    private Prefix parent() {
      return new Prefix(first.prefix(length - 1), length - 1);
    }

    /** The other half of the parent prefix. */
    private Prefix sibling() {
      return length <= 64
          ? new Prefix(new Gid(first.high() ^ 1L << (64 - length), first.low()), length)
          : new Prefix(new Gid(first.high(), first.low() ^ 1L << (Gid.BITS - length)), length);
    }
  }

  private PeerAdvice() {}

  /**
   * The contacts of a log by cgroup. A cgroup's contacts include those of cgroups below it, since
   * its policy holds for them too. Left out are unknown cgroups, and cgroups that are too deep to
   * have limits, or below too many that have limits: for these the policies above hold.
   */
  public static SortedMap<String, List<Contact>> byCgroup(ContactLog log) {
    Set<Contact> contacts = log.contacts().keySet();
    NavigableSet<String> paths = new TreeSet<>();
    contacts.forEach(contact -> paths.add(contact.cgroup()));
    paths.remove("");
    paths.removeIf(path -> path.chars().filter(c -> c == '/').count() > Quotas.MOST_DEPTH);
    SortedMap<String, List<Contact>> byCgroup = new TreeMap<>();
    for (String path : paths) {
      long above = byCgroup.keySet().stream().filter(top -> Cgroup.isWithin(path, top)).count();
      if (above < Quotas.MOST_NESTED && byCgroup.size() < Quotas.MOST_TENANTS) {
        byCgroup.put(
            path, contacts.stream().filter(one -> Cgroup.isWithin(one.cgroup(), path)).toList());
      }
    }
    return byCgroup;
  }

  /** The policy that fits what a cgroup was seen to do. */
  public static PeerPolicy fitting(List<Contact> contacts) {
    return permitting(contacts.stream().map(Contact::peer).toList());
  }

  /**
   * A policy that permits these peers. It permits no others, unless they are more than a policy has
   * entries for; then also addresses that share the longest prefix with them for which the entries
   * suffice.
   */
  public static PeerPolicy permitting(Collection<PeerAddress> peers) {
    Set<Gid> gids = new HashSet<>();
    NavigableSet<Integer> lids = new TreeSet<>();
    for (PeerAddress peer : peers) {
      peer.gid().ifPresent(gids::add);
      peer.lid().ifPresent(lids::add);
    }
    List<PeerPolicy.Entry> entries = new ArrayList<>(ranges(lids));
    entries.addAll(prefixes(gids));
    return new PeerPolicy(entries);
  }

  private static List<PeerPolicy.Gids> prefixes(Set<Gid> gids) {
    for (int length = Gid.BITS; ; length--) {
      Set<Prefix> prefixes = joined(gids, length);
      if (prefixes.size() <= MOST) {
        return prefixes.stream()
            .map(prefix -> new PeerPolicy.Gids(true, prefix.first, prefix.length))
            .sorted((one, other) -> {
              int byHigh = Long.compareUnsigned(one.network().high(), other.network().high());
              return byHigh != 0
                  ? byHigh
                  : Long.compareUnsigned(one.network().low(), other.network().low());
            })
            .toList();
      }
    }
  }

  /**
   * The prefixes of at most this length that cover these addresses; two halves are joined into one.
   */
  private static Set<Prefix> joined(Set<Gid> gids, int length) {
    Set<Prefix> cut = new HashSet<>();
    gids.forEach(gid -> cut.add(new Prefix(gid.prefix(length), length)));
    Set<Prefix> prefixes = new HashSet<>();
    for (Prefix one : cut) {
      Prefix prefix = one;
      while (prefix.length > 0 && prefixes.remove(prefix.sibling())) {
        prefix = prefix.parent();
      }
      prefixes.add(prefix);
    }
    return prefixes;
  }

  private static List<PeerPolicy.Lids> ranges(NavigableSet<Integer> lids) {
    List<PeerPolicy.Lids> ranges = new ArrayList<>();
    for (int lid : lids) {
      PeerPolicy.Lids last = ranges.isEmpty() ? null : ranges.getLast();
      if (last != null && last.last() + 1 == lid) {
        ranges.set(ranges.size() - 1, new PeerPolicy.Lids(true, last.first(), lid));
      } else {
        ranges.add(new PeerPolicy.Lids(true, lid, lid));
      }
    }
    return ranges.size() <= MOST
        ? ranges
        : List.of(new PeerPolicy.Lids(true, lids.first(), lids.last()));
  }
}
