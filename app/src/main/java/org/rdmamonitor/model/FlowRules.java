// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.ethernet.FlowRule;
import org.rdmamonitor.model.resource.Inventory;

/**
 * The flow rules that exist. The kernel has no list of them. They are known from the calls that
 * make and destroy them; so a rule from before the first sample is not known, nor one whose event
 * was lost. A rule is dropped at the latest with the last object of its process. Not safe for use
 * by several threads.
 */
public final class FlowRules {
  /** How many are kept; the oldest are left out. */
  static final int MOST = 4096;

  /**
   * How many rules of the same handle are kept. The handle is read from the process's memory, where
   * the process can have written another one; this must not hide a rule that exists.
   */
  static final int MOST_ALIKE = 8;

  private record Key(int opening, int handle, int alike) {}

  /** Entries are never looked up, so the least recently used one is the oldest. */
  private final Map<Key, FlowRule> rules = new BoundedMap<>(MOST);

  /** Takes in a call. */
  public void add(ControlCall call) {
    if (call.failed()
        || call.objectId().isEmpty()
        || !(call.detail() instanceof ControlCall.Flow flow)) {
      return;
    }
    int handle = call.objectId().getAsInt();
    int alike = 0;
    while (alike < MOST_ALIKE && rules.containsKey(new Key(flow.opening(), handle, alike))) {
      alike++;
    }
    if (call.verb() == Verb.FLOW_CREATE) {
      Key key = new Key(flow.opening(), handle, Math.min(alike, MOST_ALIKE - 1));
      rules.remove(key);
      rules.put(key, new FlowRule(call.device(), handle, call.caller(), call.time(), flow.match()));
    } else {
      rules.remove(new Key(flow.opening(), handle, alike - 1));
    }
  }

  /** Drops the rules of processes that no longer own anything. */
  public void mend(Inventory inventory) {
    boolean complete =
        inventory.leftOut().stream().noneMatch(rest -> rest.pid() == Inventory.OTHERS);
    if (rules.isEmpty() || !complete || inventory.equals(Inventory.NONE)) {
      return;
    }
    Set<Integer> owners =
        inventory.processes().stream().map(Inventory.Owner::pid).collect(Collectors.toSet());
    rules
        .values()
        .removeIf(
            rule -> rule.made().isBefore(inventory.time()) && !owners.contains(rule.maker().pid()));
  }

  /** The rules that exist, the oldest first. */
  public List<FlowRule> all() {
    return List.copyOf(rules.values());
  }
}
