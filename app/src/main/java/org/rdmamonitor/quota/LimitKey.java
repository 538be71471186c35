// SPDX-License-Identifier: MIT
package org.rdmamonitor.quota;

import java.util.Comparator;
import java.util.Optional;

/**
 * What a limit applies to. Written {@code qp} for the whole host; {@code *:qp} for each cgroup by
 * itself that has no limit of its own; {@code /some/cgroup:qp} for a cgroup with everything below
 * it; and {@code process:qp} for each process by itself.
 *
 * @param scope empty, {@code *}, {@code process} or the path of a cgroup
 */
public record LimitKey(String scope, Resource resource) implements Comparable<LimitKey> {
  public static final String HOST = "";
  public static final String EACH_CGROUP = "*";
  public static final String EACH_PROCESS = "process";

  private static final Comparator<LimitKey> ORDER =
      Comparator.comparing(LimitKey::scope).thenComparing(LimitKey::resource);

  /** The key for the whole host. */
  public static LimitKey host(Resource resource) {
    return new LimitKey(HOST, resource);
  }

  /** Reads a key; empty if it is none. */
  public static Optional<LimitKey> parse(String text) {
    int colon = text.lastIndexOf(':');
    String scope = text.substring(0, Math.max(colon, 0));
    boolean known =
        colon < 0
            || scope.equals(EACH_CGROUP)
            || scope.equals(EACH_PROCESS)
            || CgroupPath.isValid(scope);
    return known
        ? Resource.of(text.substring(colon + 1))
            .map(resource -> new LimitKey(scope, resource))
            .filter(LimitKey::isCounted)
        : Optional.empty();
  }

  /** Whether there can be such a limit: calls are not counted by process. */
  private boolean isCounted() {
    return resource != Resource.CALLS || !scope.equals(EACH_PROCESS);
  }

  /** The text that {@link #parse} reads. */
  public String text() {
    return scope.equals(HOST) ? resource.key() : scope + ":" + resource.key();
  }

  @Override
  public int compareTo(LimitKey other) {
    return ORDER.compare(this, other);
  }
}
