// SPDX-License-Identifier: MIT
package org.rdmamonitor.render.tui;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.rdmamonitor.model.Snapshot.CgroupActivity;
import org.rdmamonitor.model.activity.Activity;
import org.rdmamonitor.model.activity.Counts;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.cgroup.CgroupName;
import org.rdmamonitor.model.cgroup.GivenNames;
import org.rdmamonitor.render.tui.canvas.Glyphs;

/** Cgroups as a tree, in which each includes everything below it. */
final class CgroupTree {
  private final Map<String, CgroupTree> children = new TreeMap<>();
  private final String path;
  private final String name;
  private OptionalLong id = OptionalLong.empty();
  private int trustedLevels = Cgroup.ALL_LEVELS;
  private GivenNames given = GivenNames.NONE;
  private Counts total = Counts.ZERO;
  private Counts delta = Counts.ZERO;
  private double seconds;

  private CgroupTree(String path, String name) {
    this.path = path;
    this.name = name;
  }

  static CgroupTree of(List<CgroupActivity> cgroups) {
    CgroupTree root = new CgroupTree("", "");
    for (CgroupActivity cgroup : cgroups) {
      root.add(cgroup);
    }
    return root;
  }

  private void add(CgroupActivity added) {
    String full = CgroupNode.pathOf(added.cgroup());
    CgroupTree at = this;
    at.add(added.activity());
    if (!full.startsWith("/") || full.equals("/")) {
      at = at.child(full, full);
      at.add(added.activity());
    } else {
      for (String part : full.substring(1).split("/", -1)) {
        at = at.child(at.path + "/" + part, part);
        at.add(added.activity());
        at.trustedLevels = added.cgroup().trustedLevels();
        at.given = at.given.orElse(CgroupName.above(at.path, added.cgroup()).given());
      }
    }
    at.id = OptionalLong.of(added.cgroup().id());
    at.given = added.cgroup().given().orElse(at.given);
  }

  private CgroupTree child(String childPath, String childName) {
    return children.computeIfAbsent(childName, n -> new CgroupTree(childPath, childName));
  }

  private void add(Activity activity) {
    total = total.plus(activity.total());
    delta = delta.plus(activity.delta());
    seconds = activity.seconds();
  }

  /**
   * The tree from top to bottom, without the root.
   *
   * @param order of those that have the same parent
   * @param shown which to show, together with all cgroups above them
   */
  List<CgroupNode> rows(Comparator<CgroupNode> order, Predicate<CgroupNode> shown, Glyphs glyphs) {
    List<CgroupNode> rows = new ArrayList<>();
    collect(rows, "", "", order, shown, glyphs);
    return rows;
  }

  private void collect(
      List<CgroupNode> rows,
      String prefix,
      String parentName,
      Comparator<CgroupNode> order,
      Predicate<CgroupNode> shown,
      Glyphs glyphs) {
    List<CgroupTree> kept =
        children.values().stream()
            .filter(child -> child.has(shown))
            .sorted(Comparator.comparing(CgroupTree::node, order))
            .toList();
    for (CgroupTree child : kept) {
      boolean last = child == kept.getLast();
      boolean top = path.isEmpty();
      CgroupTree end = child.endOfChain();
      String lines = top ? "" : prefix + (last ? glyphs.lastBranch() : glyphs.branch());
      String named = end.named();
      String label =
          named.isEmpty() || named.equals(parentName)
              ? end.path.substring(top ? 0 : path.length() + 1)
              : named;
      rows.add(end.node().labelled(lines + label));
      String below = top ? "" : prefix + (last ? "  " : glyphs.trunk());
      end.collect(rows, below, named, order, shown, glyphs);
    }
  }

  /**
   * The first one below that has a second child, or counts of its own: the chain that leads there
   * is shown as one row.
   */
  private CgroupTree endOfChain() {
    CgroupTree end = this;
    while (end.id.isEmpty() && end.children.size() == 1) {
      end = end.children.values().iterator().next();
    }
    return end;
  }

  private boolean has(Predicate<CgroupNode> shown) {
    return shown.test(node()) || children.values().stream().anyMatch(child -> child.has(shown));
  }

  private String named() {
    return CgroupNode.named(cgroup()).orElse("");
  }

  private Cgroup cgroup() {
    return new Cgroup(id.orElse(Cgroup.OVERFLOW_ID), path, trustedLevels, given);
  }

  /** A row whose label contains everything that it may be found by. */
  private CgroupNode node() {
    String named = named();
    String label = named.isEmpty() ? name : name + " " + named;
    return new CgroupNode(
        path, id, CgroupNode.kindOf(cgroup()), named, label, new Activity(total, delta, seconds));
  }
}
