// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.reconcile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keeps a bounded number of things, each of which has an owner in a tree (cgroups, then processes).
 * If there are more things than that, all owners below the same parent get equal shares, and what
 * one does not need is shared among the others. So nobody loses anything because of what another
 * owner has, even if that one spreads it over many cgroups or processes. Of each owner the first
 * things are kept. Not safe for use by several threads.
 */
final class FairShare<T> {
  /** The most levels that are distinguished; deeper ones share the place of the last. */
  static final int DEEPEST = 24;

  private final int most;
  private final Consumer<T> dropped;
  private final Node<T> top = new Node<>();

  /** An owner, and the owners below it. */
  private static final class Node<T> {
    private final Map<String, Node<T>> children = new HashMap<>(2);
    private final List<T> things = new ArrayList<>(1);
    private int count;
  }

  /**
   * Keeps this many things.
   *
   * @param dropped is given each thing that is not kept, once that is settled
   */
  FairShare(int most, Consumer<T> dropped) {
    this.most = most;
    this.dropped = dropped;
  }

  /**
   * Adds a thing.
   *
   * @param place who has it: the outermost owner first. Nothing may be added to a place that has
   *     others below it.
   */
  void add(List<String> place, T thing) {
    Node<T> node = top;
    node.count++;
    for (String part : place) {
      node = node.children.computeIfAbsent(part, p -> new Node<>());
      node.count++;
    }
    node.things.add(thing);
    // Trimmed only now and then, since that looks at everything.
    if (top.count >= 2L * most + 2) {
      allot(top, most);
    }
  }

  /** What is kept, in no particular order. */
  List<T> kept() {
    allot(top, most);
    List<T> kept = new ArrayList<>(top.count);
    collect(top, kept);
    return kept;
  }

  private void collect(Node<T> node, List<T> into) {
    into.addAll(node.things);
    node.children.values().forEach(child -> collect(child, into));
  }

  private void allot(Node<T> node, int share) {
    if (node.count <= share) {
      return;
    }
    if (node.children.isEmpty()) {
      List<T> beyond = node.things.subList(share, node.things.size());
      beyond.forEach(dropped);
      beyond.clear();
    } else {
      List<Node<T>> children = new ArrayList<>(node.children.values());
      children.sort(Comparator.comparingInt(child -> child.count));
      int rest = share;
      for (int i = 0; i < children.size(); i++) {
        Node<T> child = children.get(i);
        int equal = Math.min(rest, Math.max(1, rest / (children.size() - i)));
        allot(child, equal);
        rest -= child.count;
      }
      node.children.values().removeIf(child -> child.count == 0);
    }
    node.count = share;
  }
}
