// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.text.Printable;

/**
 * A cgroup as a row: by itself, or with everything below it.
 *
 * @param path of it; a name if it is not a cgroup of the hierarchy
 * @param id of it; empty if nothing was counted in the cgroup itself
 * @param kind {@code docker}, {@code slurm}, {@code user}, {@code unit} ...; {@code -} for any
 *     other
 * @param name of its container, job or session; empty if its path tells it
 * @param label to show, with the lines of the tree before it
 * @param activity in it, and in a tree in everything below it
 */
record CgroupNode(
    String path, OptionalLong id, String kind, String name, String label, Activity activity) {

  /** Those with the most calls first, then those with the most failures and objects. */
  static final Comparator<CgroupNode> BUSIEST_FIRST =
      Comparator.comparingDouble((CgroupNode node) -> node.perSecond(false))
          .thenComparingDouble(node -> node.perSecond(true))
          .thenComparingLong(CgroupNode::objects)
          .reversed()
          .thenComparing(CgroupNode::path);

  /** The first part of a pod's uid, which distinguishes it from others on a host. */
  private static final Pattern POD = Pattern.compile("pod ([0-9a-f]{8})[0-9a-f-]+(?= |$)");

  static CgroupNode flat(Cgroup cgroup, Activity activity) {
    String path = pathOf(cgroup);
    String name = named(cgroup).orElse("");
    return new CgroupNode(
        path,
        OptionalLong.of(cgroup.id()),
        kindOf(cgroup),
        name,
        name.isEmpty() ? path : name,
        activity);
  }

  /** The path, or what is shown in place of one that is not known. */
  static String pathOf(Cgroup cgroup) {
    return cgroup.path().isEmpty() ? "(gone, id " + cgroup.id() + ")" : Printable.of(cgroup.path());
  }

  /** The name of its container, job or session; empty if its path tells it. */
  static Optional<String> named(Cgroup cgroup) {
    return CgroupName.of(cgroup).flatMap(name -> shown(pathOf(cgroup), name));
  }

  /** A name as it is shown for a path; empty if the path tells it. */
  static Optional<String> shown(String path, String name) {
    return Optional.of(POD.matcher(Printable.of(name)).replaceFirst("pod $1"))
        .filter(shown -> !path.endsWith("/" + shown) && !kindOf(name).equals("unit"));
  }

  CgroupNode labelled(String text) {
    return new CgroupNode(path, id, kind, name, text, activity);
  }

  /** Calls a second, or failed calls a second; 0 before there was an interval. */
  double perSecond(boolean failed) {
    if (activity.seconds() <= 0) {
      return 0;
    }
    Counts delta = activity.delta();
    return (failed ? delta.allFailed() : delta.allCalls()) / activity.seconds();
  }

  /** Objects of all types. */
  long objects() {
    return activity.total().allLive();
  }

  static String kindOf(Cgroup cgroup) {
    if (cgroup.path().equals(Cgroup.KERNEL.path())) {
      return "kernel";
    }
    Optional<String> name = CgroupName.of(cgroup);
    if (name.isEmpty()) {
      return "-";
    }
    return kindOf(name.get());
  }

  private static String kindOf(String name) {
    String first = name.split(" ", 2)[0];
    return first.contains(".") ? "unit" : first;
  }
}
