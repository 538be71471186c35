// SPDX-License-Identifier: MIT
package org.rdmamonitor.source.kernel.host;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rdmamonitor.model.cgroup.Cgroup;

/**
 * Cgroups by id. Those who make cgroups choose how long the names are, so the characters of all
 * names together are bounded; the least recently used are dropped. Safe for use by several threads.
 */
final class NameStore {
  /** Enough for all rows of the table, with paths as long as they can be. */
  static final long MOST_CHARACTERS = 1L << 22;

  /** What an entry takes beside its name, in characters. */
  private static final int ENTRY = 64;

  private final Map<Long, Cgroup> names = new LinkedHashMap<>(16, 0.75f, true);
  private long characters;

  synchronized @Nullable Cgroup get(long id) {
    return names.get(id);
  }

  synchronized void put(Cgroup cgroup) {
    remove(cgroup.id());
    names.put(cgroup.id(), cgroup);
    characters += cgroup.path().length() + ENTRY;
    var eldest = names.entrySet().iterator();
    while (characters > MOST_CHARACTERS && names.size() > 1) {
      characters -= eldest.next().getValue().path().length() + ENTRY;
      eldest.remove();
    }
  }

  synchronized void remove(long id) {
    @Nullable Cgroup old = names.remove(id);
    if (old != null) {
      characters -= old.path().length() + ENTRY;
    }
  }

  /** The ids of all cgroups that have a name. */
  synchronized List<Long> ids() {
    return List.copyOf(names.keySet());
  }
}
