// SPDX-License-Identifier: MIT
package org.rdmamonitor.recording;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What one list has that another has not.
 *
 * @param changed those that are new, or others now
 * @param gone the names of those that are there no more
 */
record Changes<K extends Comparable<K>, V>(List<V> changed, List<K> gone) {

  /**
   * From one list to the next, in the order of each.
   *
   * @param name what tells one from another
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

  /** The next list, in the order of names; the same if nothing has changed. */
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
