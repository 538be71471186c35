// SPDX-License-Identifier: MIT
package org.rdmamonitor.http.server;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * What waits, by the origin of its client. Origins take turns, however much one of them has
 * waiting. There is room for a number in all: beyond that, the newest of the origin that has most
 * gives way. Safe for use by several threads.
 */
final class Turns<T> {
  private final int room;
  private final SequencedMap<Origin, Deque<T>> lines = new LinkedHashMap<>();
  private int size;

  Turns(int room) {
    this.room = room;
  }

  /** Adds one; returns the one that gives way, if there is no room, which may be the same. */
  synchronized Optional<T> add(Origin origin, T one) {
    lines.computeIfAbsent(origin, from -> new ArrayDeque<>()).addLast(one);
    if (size < room) {
      size++;
      return Optional.empty();
    }
    Map.Entry<Origin, Deque<T>> most =
        lines.entrySet().stream().max(byLength(origin)).orElseThrow();
    T away = most.getValue().removeLast();
    if (most.getValue().isEmpty()) {
      lines.remove(most.getKey());
    }
    return Optional.of(away);
  }

  /** By how many wait; of those that have equally many, the newcomer's origin is the last. */
  private Comparator<Map.Entry<Origin, Deque<T>>> byLength(Origin newcomer) {
    return Comparator.<Map.Entry<Origin, Deque<T>>>comparingInt(line -> line.getValue().size())
        .thenComparing(line -> line.getKey().equals(newcomer));
  }

  /** Takes out the oldest of the origin whose turn it is; empty if nothing waits. */
  synchronized Optional<T> take() {
    Map.Entry<Origin, Deque<T>> first = lines.pollFirstEntry();
    if (first == null) {
      return Optional.empty();
    }
    T one = first.getValue().removeFirst();
    size--;
    if (!first.getValue().isEmpty()) {
      lines.put(first.getKey(), first.getValue());
    }
    return Optional.of(one);
  }
}
