// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Which calls are wanted: those that meet every condition that is set.
 *
 * @param verbs any of them; none for all
 * @param pid the process
 * @param cgroup the path of a cgroup: calls made in it or below it
 * @param device the name of the device
 * @param errno which results; a positive number, or 0 for success
 * @param least the shortest duration
 */
public record CallFilter(
    Set<Verb> verbs,
    OptionalInt pid,
    Optional<String> cgroup,
    Optional<String> device,
    IntPredicate errno,
    Duration least) {

  public CallFilter {
    verbs = Set.copyOf(verbs);
  }

  /** Whether a call is wanted, which came with a sample of these names. */
  public boolean accepts(ControlCall call, CallNames names) {
    return (verbs.isEmpty() || verbs.contains(call.verb()))
        && (pid.isEmpty() || pid.getAsInt() == call.caller().pid())
        && errno.test(call.errno())
        && call.duration().compareTo(least) >= 0
        && device.map(d -> d.equals(names.device(call))).orElse(true)
        && cgroup.map(c -> isIn(c, names.cgroup(call).path())).orElse(true);
  }

  /** Whether a path is that of a cgroup, which may end in a slash, or of one below it. */
  static boolean isIn(String cgroup, String path) {
    String top = cgroup.endsWith("/") ? cgroup.substring(0, cgroup.length() - 1) : cgroup;
    return path.equals(cgroup) || path.equals(top) || path.startsWith(top + "/");
  }
}
