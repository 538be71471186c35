// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a process holds, cgroup by cgroup. For one thread at a time. */
final class Account {
  private final ProcessKey process;
  private final int uid;
  private final String comm;
  private final Map<String, Amounts> granted = new LinkedHashMap<>();
  private final Recent recent = new Recent();
  private String cgroup;
  private Amounts uncovered = Amounts.NONE;

  Account(ProcessKey process, int uid, String comm, String cgroup) {
    this.process = process;
    this.uid = uid;
    this.comm = comm;
    this.cgroup = cgroup;
  }

  ProcessKey process() {
    return process;
  }

  int uid() {
    return uid;
  }

  String comm() {
    return comm;
  }

  /** The one that it was last seen in. */
  String cgroup() {
    return cgroup;
  }

  Amounts uncovered() {
    return uncovered;
  }

  Amounts granted() {
    return granted.values().stream().reduce(Amounts.NONE, Amounts::plus);
  }

  Lease lease(String in) {
    return new Lease(process, uid, in, granted.getOrDefault(in, Amounts.NONE));
  }

  List<Lease> leases() {
    return granted.keySet().stream().map(this::lease).toList();
  }

  boolean isEmpty() {
    return granted.isEmpty() && uncovered.isNone();
  }

  Lease grant(String in, Amounts amounts, long now) {
    granted.merge(in, amounts, Amounts::plus);
    recent.granted(amounts, now);
    return lease(in);
  }

  /**
   * Gives back at most what is held, first that of the cgroup that the process is in.
   *
   * @return what was given back, and where
   */
  Map<String, Amounts> release(String in, Amounts amounts, long now) {
    Map<String, Amounts> result = take(in, amounts);
    recent.released(result.values().stream().reduce(Amounts.NONE, Amounts::plus), now);
    return result;
  }

  private Map<String, Amounts> take(String first, Amounts amounts) {
    Map<String, Amounts> taken = new LinkedHashMap<>();
    List<String> order = new ArrayList<>(granted.keySet());
    if (order.remove(first)) {
      order.addFirst(first);
    }
    Amounts rest = amounts;
    for (String path : order) {
      Amounts held = granted.getOrDefault(path, Amounts.NONE);
      Amounts part = held.min(rest);
      if (!part.isNone()) {
        taken.put(path, part);
        rest = rest.minus(part);
        Amounts left = held.minus(part);
        if (left.isNone()) {
          granted.remove(path);
        } else {
          granted.put(path, left);
        }
      }
    }
    return taken;
  }

  /** The leases that the kernel's count does not bear out; without telling that they were given. */
  Map<String, Amounts> drop(Amounts amounts) {
    return take(cgroup, amounts);
  }

  /** What the kernel's count changes. */
  Correction correction(Amounts counted, long begun, long inFlight) {
    recent.forgetBefore(begun - inFlight);
    return Correction.of(
        granted(), counted, recent.grantedSince(begun - inFlight), recent.releasedSince(begun));
  }

  Usage.OfProcess usage() {
    return new Usage.OfProcess(process, uid, comm, cgroup, granted(), uncovered);
  }

  void uncovered(String in, Amounts amounts) {
    cgroup = in;
    uncovered = amounts;
  }
}
