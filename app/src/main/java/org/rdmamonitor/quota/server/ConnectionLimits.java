// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota.server;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which connections are let in. If a user has too many, the one that has been silent for
 * the longest gives way. A connection never gives way to another user's, unless its own user has
 * more than anybody else. Safe for any number of threads.
 */
final class ConnectionLimits {
  private final int perUser;
  private final int all;
  private final Map<Integer, Set<Visitor>> byUser = new HashMap<>();
  private int count;

  /** Somebody who is let in. */
  interface Visitor {
    /**
     * Since when nothing has come from it, by {@link System#nanoTime}; empty while it is being
     * served.
     */
    Optional<Long> silentSince();

    /** Makes it end soon; it leaves by itself. */
    void giveWay();
  }

  ConnectionLimits(int perUser, int all) {
    this.perUser = perUser;
    this.all = all;
  }

  /** Lets a visitor in; false if there is no place, and nobody gives way. */
  synchronized boolean enter(int user, Visitor visitor) {
    Set<Visitor> own = byUser.getOrDefault(user, Set.of());
    boolean hasPlace = own.size() >= perUser ? makePlace(own) : count < all || makePlace(largest());
    if (hasPlace) {
      byUser.computeIfAbsent(user, u -> new LinkedHashSet<>()).add(visitor);
      count++;
    }
    return hasPlace;
  }

  private Set<Visitor> largest() {
    return byUser.values().stream().max(Comparator.comparingInt(Set::size)).orElse(Set.of());
  }

  private boolean makePlace(Set<Visitor> visitors) {
    Visitor longest = null;
    long since = 0;
    for (Visitor visitor : visitors) {
      Optional<Long> silent = visitor.silentSince();
      if (silent.isPresent() && (longest == null || silent.get() - since < 0)) {
        longest = visitor;
        since = silent.get();
      }
    }
    if (longest == null) {
      return false;
    }
    longest.giveWay();
    remove(longest);
    return true;
  }

  /** A visitor that was let in is gone; does nothing if it gave way. */
  synchronized void leave(Visitor visitor) {
    remove(visitor);
  }

  private void remove(Visitor visitor) {
    if (byUser.values().stream().anyMatch(visitors -> visitors.remove(visitor))) {
      count--;
      byUser.values().removeIf(Set::isEmpty);
    }
  }

  /** Ends those that have been silent since before a moment. */
  synchronized void dismiss(long before) {
    for (Set<Visitor> visitors : byUser.values()) {
      for (Visitor visitor : visitors) {
        if (visitor.silentSince().filter(since -> since - before < 0).isPresent()) {
          visitor.giveWay();
        }
      }
    }
  }

  /** All who are in. */
  synchronized Set<Visitor> visitors() {
    Set<Visitor> result = new LinkedHashSet<>();
    byUser.values().forEach(result::addAll);
    return result;
  }
}
