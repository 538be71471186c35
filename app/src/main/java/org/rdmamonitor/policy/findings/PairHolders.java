// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.findings;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.rdmamonitor.model.BoundedMap;
import org.rdmamonitor.model.call.ControlCall;
import org.rdmamonitor.model.call.Verb;
import org.rdmamonitor.model.resource.QueuePairType;
import org.rdmamonitor.policy.DetectorInput;
import org.rdmamonitor.policy.TrackedQueuePair;

/**
 * The programs' queue pairs of some types, by cgroup and device: those that exist, and, where none
 * does, those that were made since the sample before and may be gone again. Keeps the latter, for
 * {@value #CGROUPS} cgroups.
 */
final class PairHolders {
  private static final int CGROUPS = 1024;

  record Where(long cgroup, int device) {
    String subject(DetectorInput input) {
      return input.cgroup(cgroup) + " on " + input.device(device);
    }
  }

  /** How many there are, and one of the processes that have them. */
  record Holders(long count, String anyone) {
    Holders plus(Holders other) {
      return new Holders(count + other.count, other.anyone);
    }
  }

  private final Set<QueuePairType> types;
  private final Map<Where, Holders> made = counts();

  PairHolders(QueuePairType... types) {
    this.types = Set.of(types);
  }

  /** None yet; for {@value #CGROUPS} cgroups. */
  static Map<Where, Holders> counts() {
    return new BoundedMap<>(CGROUPS);
  }

  /** Counts the queue pair that a call made or was to make. */
  static void add(Map<Where, Holders> counts, ControlCall call) {
    ControlCall.Caller caller = call.caller();
    add(counts, caller.cgroup(), call.device(), caller.comm(), caller.pid());
  }

  private static void add(
      Map<Where, Holders> counts, long cgroup, int device, String comm, int pid) {
    counts.merge(
        new Where(cgroup, device), new Holders(1, DetectorInput.process(comm, pid)), Holders::plus);
  }

  void see(ControlCall call) {
    if (call.verb() == Verb.QP_CREATE
        && !call.failed()
        && !call.caller().kernel()
        && call.detail() instanceof ControlCall.QueuePairCreation creation
        && types.contains(creation.type())) {
      add(made, call);
    }
  }

  /** All of them now; what was made before is forgotten. */
  Map<Where, Holders> take(DetectorInput input) {
    Map<Where, Holders> all = new HashMap<>();
    for (TrackedQueuePair tracked : input.queuePairs().all()) {
      if (types.contains(tracked.type()) && !tracked.isKernel()) {
        add(all, tracked.cgroup(), tracked.device(), tracked.comm(), tracked.pid());
      }
    }
    made.forEach(all::putIfAbsent);
    made.clear();
    return all;
  }
}
