// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.resource.Gid;
import org.rdmamonitor.nativelib.monitor.Peers;
import org.rdmamonitor.nativelib.monitor.Peers.Prefix;

/**
 * Policies about peers. Each is once in the table of the BPF programs, where it has a number. A
 * list never changes: a changed policy is a new list, and quotas switch from one to the other at
 * once. Not safe for use by several threads.
 */
final class PeerLists {
  /** A list in the table. */
  private record PeerList(int number, List<Prefix> prefixes) {}

  private final Peers table;
  private final Map<PeerPolicy, PeerList> lists = new HashMap<>();

  /** Lists that no quota has any more; a program may have read their number a moment ago. */
  private final List<PeerList> leaving = new ArrayList<>();

  private int lastNumber;

  PeerLists(Peers table) {
    this.table = table;
  }

  /** The number of a policy; its list is made if there is none. */
  int number(PeerPolicy policy) {
    return lists.computeIfAbsent(policy, this::make).number;
  }

  private PeerList make(PeerPolicy policy) {
    lastNumber++;
    List<Prefix> prefixes = new ArrayList<>();
    policy
        .prefixes()
        .forEach((one, isAllowed) -> {
          Gid first = one.first();
          Prefix prefix =
              new Prefix(lastNumber, one.isLid(), first.high(), first.low(), one.length());
          prefixes.add(prefix);
          table.put(prefix, isAllowed);
        });
    return new PeerList(lastNumber, prefixes);
  }

  /** Removes from the table the lists that no quota has had since {@link #keepOnly}. */
  void sweep() {
    leaving.forEach(list -> list.prefixes.forEach(table::remove));
    leaving.clear();
  }

  /** Leaves the lists of all other policies to {@link #sweep}. */
  void keepOnly(Set<PeerPolicy> policies) {
    for (PeerPolicy policy : new HashSet<>(lists.keySet())) {
      if (!policies.contains(policy)) {
        leaving.add(lists.remove(policy));
      }
    }
  }
}
