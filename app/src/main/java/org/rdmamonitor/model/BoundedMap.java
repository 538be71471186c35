// SPDX-License-Identifier: MIT
package org.rdmamonitor.model;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A map that forgets its least recently used entries beyond a number. Not safe for use by several
 * threads: to look an entry up is to use it.
 */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  @Serial private static final long serialVersionUID = 1;

  private final int capacity;
  private final transient Consumer<V> forgotten;

  public BoundedMap(int capacity) {
    this(capacity, value -> {});
  }

  /**
   * An empty map.
   *
   * @param forgotten is given each value that is dropped to make room
   */
  public BoundedMap(int capacity, Consumer<V> forgotten) {
    super(16, 0.75f, true);
    this.capacity = capacity;
    this.forgotten = forgotten;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    boolean full = size() > capacity;
    if (full) {
      forgotten.accept(eldest.getValue());
    }
    return full;
  }
}
