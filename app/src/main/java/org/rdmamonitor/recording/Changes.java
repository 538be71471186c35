// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The difference between two lists.
 *
 * @param changed elements that are new or have changed
 * @param gone the names of elements that no longer exist
 */
record Changes<K extends Comparable<K>, V>(List<V> changed, List<K> gone) {

  /**
   * The difference from one list to the next, in their order.
   *
   * @param name identifies an element
   */
  static <K extends Comparable<K>, V> Changes<K, V> between(
      List<V> before, List<V> now, Function<V, K> name) {
    Map<K, V> old = new LinkedHashMap<>();
    before.forEach(one -> old.put(name.apply(one), one));
    List<V> changed = new ArrayList<>();
    for (V one : now) {
      if (!one.equals(old.remove(name.apply(one)))) {
        changed.add(one);
      }
    }
    return new Changes<>(changed, List.copyOf(old.keySet()));
  }

  /** The next list, in the order of names; the same list if nothing has changed. */
  List<V> since(List<V> before, Function<V, K> name) {
    if (changed.isEmpty() && gone.isEmpty()) {
      return before;
    }
    Map<K, V> next = new TreeMap<>();
    before.forEach(one -> next.put(name.apply(one), one));
    changed.forEach(one -> next.put(name.apply(one), one));
    gone.forEach(next::remove);
    return List.copyOf(next.values());
  }
}
