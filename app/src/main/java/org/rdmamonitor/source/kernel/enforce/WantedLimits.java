// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.enforce;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.rdmamonitor.model.limits.Enforcement.Tally;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;
import org.rdmamonitor.model.resource.Size;
import org.rdmamonitor.nativelib.monitor.Peers;
import org.rdmamonitor.nativelib.monitor.QuotaTable;
import org.rdmamonitor.source.kernel.watch.Numbering;

/**
 * The limits of quotas that are wanted, and how the BPF programs are told them. Not safe for use by
 * several threads.
 */
final class WantedLimits {
  private final QuotaTable table;
  private final RuleSlots slots;
  private final PeerLists peers;

  /** Sizes that some quota limits or once limited; other sizes are not counted. */
  private final Set<Size> sized = EnumSet.noneOf(Size.class);

  private Quotas wanted = Quotas.NONE;

  WantedLimits(QuotaTable table, Peers peers) {
    this.table = table;
    this.slots = new RuleSlots(table);
    this.peers = new PeerLists(peers);
  }

  /**
   * Takes these as the wanted limits from now on, and makes the programs count the sizes that they
   * limit. True if one of these was not counted before: then existing objects have to be counted
   * anew.
   */
  boolean want(Quotas quotas) {
    wanted = quotas;
    boolean countsMore = false;
    for (Size size : Size.values()) {
      if (limits(quotas, new Rule.Total(size)) && sized.add(size)) {
        // Done before its limits are set: from here on the size counts, including that of existing
        // objects.
        table.addSized(Numbering.of(size.type()));
        countsMore = true;
      }
    }
    return countsMore;
  }

  private static boolean limits(Quotas quotas, Rule rule) {
    return Stream.concat(Stream.of(quotas.host()), quotas.tenants().values().stream())
        .anyMatch(limits -> limits.has(rule));
  }

  /** Makes the lists of all policies about peers; if there is no room for one, nothing changes. */
  void makePeers() {
    peers.sweep();
    Set<PeerPolicy> policies = wanted.peerPolicies();
    policies.forEach(peers::number);
    if (!policies.isEmpty()) {
      table.setAnyPeers(true);
    }
  }

  /** Gives up the lists that no quota has any more. */
  void endPeers() {
    Set<PeerPolicy> policies = wanted.peerPolicies();
    peers.keepOnly(policies);
    table.setAnyPeers(!policies.isEmpty());
  }

  /** The paths of tenants. */
  Set<String> paths() {
    return wanted.tenants().keySet();
  }

  /** The limits of a tenant. */
  Limits of(String path) {
    return wanted.tenants().getOrDefault(path, Limits.UNLIMITED);
  }

  void limitHost() {
    limit(QuotaTable.HOST, wanted.host());
  }

  void limit(String path, int quota) {
    limit(quota, of(path));
  }

  /** Sets whom a tenant may talk to, and no numbers yet. */
  void limitPeers(String path, int quota) {
    limit(quota, new Limits(Map.of(), of(path).peers()));
  }

  void unlimit(int quota) {
    limit(quota, Limits.UNLIMITED);
  }

  private void limit(int quota, Limits limits) {
    slots.limit(quota, limits);
    table.setPeers(quota, limits.peers().map(peers::number).orElse(0));
  }

  /** The sizes that are counted. */
  Set<Size> sized() {
    return sized;
  }

  /**
   * What came of each quota; the host first, then tenants in this order.
   *
   * @param numbers of tenants, by path
   */
  List<Tally> tallies(Map<String, Integer> numbers) {
    return Stream.concat(
            Stream.of(tally("", QuotaTable.HOST, wanted.host())),
            numbers.entrySet().stream()
                .map(entry -> tally(entry.getKey(), entry.getValue(), of(entry.getKey()))))
        .toList();
  }

  private Tally tally(String path, int quota, Limits limits) {
    return new Tally(path, limits, slots.outcomes(quota, sized));
  }
}
