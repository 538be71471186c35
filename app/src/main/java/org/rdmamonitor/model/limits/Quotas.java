// SPDX-License-Identifier: MIT
package org.rdmamonitor.model.limits;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the host and its tenants may have.
 *
 * @param host everything together, including kernel consumers, which count but cannot be refused
 * @param tenants by the path of a cgroup, which stands for itself and everything below it
 */
public record Quotas(Limits host, Map<String, Limits> tenants) {
  public static final Quotas NONE = new Quotas(Limits.UNLIMITED, Map.of());

  /** Tenants that there can be. */
  public static final int MOST_TENANTS = 1023;

  /** How many tenants, one inside the other, an object can count for. */
  public static final int MOST_NESTED = 3;

  /** How far below the root a tenant's cgroup can be, in levels. */
  public static final int MOST_DEPTH = 16;

  /** How many prefixes all policies about peers can have together. */
  public static final int MOST_PREFIXES = 1 << 16;

  public Quotas {
    tenants = Map.copyOf(tenants);
  }

  /** All policies about peers. */
  public Set<PeerPolicy> peerPolicies() {
    return Stream.concat(Stream.of(host), tenants.values().stream())
        .flatMap(limits -> limits.peers().stream())
        .collect(Collectors.toSet());
  }
}
