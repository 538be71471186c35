// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a process holds, by cgroup. For one thread at a time. */
final class Account {
  private final ProcessKey process;
  private final int uid;
  private final String comm;
  private final Map<String, Amounts> granted = new LinkedHashMap<>();
  private final Recent recent = new Recent();
  private final LendingPace pace = new LendingPace();
  private Optional<Credits> credits = Optional.empty();
  private String creditsIn;
  private boolean usesCredits;
  private boolean hasHiddenCredits;
  private String cgroup;
  private Amounts uncovered = Amounts.NONE;

  Account(ProcessKey process, int uid, String comm, String cgroup) {
    this.process = process;
    this.uid = uid;
    this.comm = comm;
    this.cgroup = cgroup;
    this.creditsIn = cgroup;
  }

  ProcessKey process() {
    return process;
  }

  /** The cgroup that the process was last seen in. */
  String cgroup() {
    return cgroup;
  }

  Amounts uncovered() {
    return uncovered;
  }

  /** All its leases, whether it uses them or not. */
  Amounts granted() {
    return granted.values().stream().reduce(Amounts.NONE, Amounts::plus);
  }

  /** The leases that it does not use. */
  Amounts idle() {
    return credits.map(Credits::idle).map(granted()::min).orElse(Amounts.NONE);
  }

  /** The same for one resource; fast if the process has no credits. */
  long idle(Resource resource) {
    long idle = credits.map(place -> place.idle().of(resource)).orElse(0L);
    return idle == 0 ? 0 : Math.min(idle, granted().of(resource));
  }

  /** The leases that it uses. */
  Amounts used() {
    return granted().minus(idle());
  }

  /** The leases that it does not use, by cgroup, as they would be given back. */
  Map<String, Amounts> idleByCgroup() {
    return credits.isEmpty() ? Map.of() : parts(creditsIn, idle());
  }

  /** Where it has its credits; empty if it asks for each object. */
  Optional<Credits> credits() {
    return credits;
  }

  /** The cgroup that its credits were granted in. */
  String creditsIn() {
    return creditsIn;
  }

  void creditsIn(String path) {
    creditsIn = path;
  }

  void attach(Credits place) {
    credits = Optional.of(place);
    hasHiddenCredits = false;
  }

  /** Tells the process whether to use credits, if it has a page for them. */
  void use(boolean isUsed) {
    usesCredits = isUsed;
    credits.ifPresent(place -> place.use(isUsed));
  }

  boolean usesCredits() {
    return usesCredits;
  }

  /** Notes that some of its leases may be credits in a page that can no longer be read. */
  void hideCredits() {
    hasHiddenCredits = true;
  }

  /** How many credits it is granted ahead. */
  LendingPace pace() {
    return pace;
  }

  /** Whether it holds leases in a cgroup. */
  boolean holdsIn(String path) {
    return granted.containsKey(path);
  }

  /** Whether it holds leases in a cgroup, or in one that is in it. */
  boolean holdsBelow(String path) {
    return granted.keySet().stream().anyMatch(held -> CgroupPath.upwards(held).contains(path));
  }

  Lease lease(String in) {
    return new Lease(process, uid, in, granted.getOrDefault(in, Amounts.NONE));
  }

  List<Lease> leases() {
    return granted.keySet().stream().map(this::lease).toList();
  }

  boolean isEmpty() {
    return granted.isEmpty() && uncovered.isNone() && credits.isEmpty();
  }

  Lease grant(String in, Amounts amounts, long now) {
    granted.merge(in, amounts, Amounts::plus);
    recent.granted(amounts, now);
    return lease(in);
  }

  /** Notes which credits it took and gave back since they were last read. */
  void moved(Credits.Flow flow, long now) {
    recent.granted(flow.taken(), now);
    recent.released(flow.given(), now);
  }

  /**
   * Gives back at most what is held, first from the cgroup that the process is in.
   *
   * @return what was given back, and where
   */
  Map<String, Amounts> release(String in, Amounts amounts, long now) {
    Map<String, Amounts> result = take(in, amounts);
    recent.released(result.values().stream().reduce(Amounts.NONE, Amounts::plus), now);
    return result;
  }

  private Map<String, Amounts> take(String first, Amounts amounts) {
    Map<String, Amounts> taken = parts(first, amounts);
    taken.forEach((path, part) -> {
      Amounts left = granted.getOrDefault(path, Amounts.NONE).minus(part);
      if (left.isNone()) {
        granted.remove(path);
      } else {
        granted.put(path, left);
      }
    });
    return taken;
  }

  /** The part of this that is held, by the cgroup where it is held. */
  private Map<String, Amounts> parts(String first, Amounts amounts) {
    Map<String, Amounts> parts = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(granted.keySet());
    if (order.remove(first)) {
      order.addFirst(first);
    }
    Amounts rest = amounts;
    for (String path : order) {
      Amounts part = granted.getOrDefault(path, Amounts.NONE).min(rest);
      if (!part.isNone()) {
        parts.put(path, part);
        rest = rest.minus(part);
      }
    }
    return parts;
  }

  /** Removes leases for which the kernel counts no objects; they do not count as given back. */
  Map<String, Amounts> drop(Amounts amounts) {
    return take(cgroup, amounts);
  }

  /**
   * The correction that follows from the kernel's count.
   *
   * @param used its use before its own takes and gives were last read
   */
  Correction correction(Amounts used, Amounts counted, long begun, long inFlight) {
    recent.forgetBefore(begun - inFlight);
    Amounts young = hasHiddenCredits ? granted() : recent.grantedSince(begun - inFlight);
    return Correction.of(used, counted, young, recent.releasedSince(begun));
  }

  Usage.OfProcess usage() {
    return new Usage.OfProcess(process, uid, comm, cgroup, used(), uncovered);
  }

  void uncovered(String in, Amounts amounts) {
    cgroup = in;
    uncovered = amounts;
  }
}
