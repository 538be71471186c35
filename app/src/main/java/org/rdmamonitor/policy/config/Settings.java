// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy.config;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.rdmamonitor.model.cgroup.Cgroup;
import org.rdmamonitor.model.limits.Limits;
import org.rdmamonitor.model.limits.PeerPolicy;
import org.rdmamonitor.model.limits.Quotas;
import org.rdmamonitor.model.limits.Rule;

/**
 * What a configuration file sets.
 *
 * @param thresholds on counts and rates
 * @param findings limits of the rules that make findings
 * @param tenants thresholds of cgroups with everything below them, by path; they are to be enforced
 */
public record Settings(Limits thresholds, FindingLimits findings, Map<String, Limits> tenants) {
  /** The settings of an empty file. */
  public static final Settings STANDARD = new Settings(Limits.UNLIMITED, FindingLimits.STANDARD);

  public Settings {
    tenants = Map.copyOf(tenants);
  }

  /** Settings without tenants. */
  public Settings(Limits thresholds, FindingLimits findings) {
    this(thresholds, findings, Map.of());
  }

  /** The part of the settings that can be enforced. */
  public Quotas quotas() {
    Map<String, Limits> quotas = new HashMap<>();
    tenants.forEach((path, limits) -> quotas.put(path, limits.enforceable()));
    return new Quotas(thresholds.enforceable(), quotas);
  }

  /** Whether there is any policy about peers. */
  public boolean limitsPeers() {
    return thresholds.peers().isPresent()
        || tenants.values().stream().anyMatch(limits -> limits.peers().isPresent());
  }

  /**
   * The policies about peers that hold for a cgroup, all of which have to permit a peer: the host's
   * first, then those from the root down.
   *
   * @param path of the cgroup
   * @return by owner: {@code host}, or the path of a cgroup
   */
  public Map<String, PeerPolicy> peerPolicies(String path) {
    Map<String, PeerPolicy> policies = new LinkedHashMap<>();
    thresholds.peers().ifPresent(policy -> policies.put("host", policy));
    new TreeMap<>(tenants)
        .forEach((tenant, limits) -> {
          if (Cgroup.isWithin(path, tenant)) {
            limits.peers().ifPresent(policy -> policies.put(tenant, policy));
          }
        });
    return policies;
  }

  /** What is set, in a few words: {@code 2 of 18 limits are set}. */
  public String summary() {
    String limits =
        "%d of %d limits are set".formatted(thresholds.byRule().size(), Rule.all().size());
    if (thresholds.peers().isPresent()) {
      limits += ", peers are limited";
    }
    if (!tenants.isEmpty()) {
      limits +=
          ", %d %s limits"
              .formatted(tenants.size(), tenants.size() == 1 ? "cgroup has" : "cgroups have");
    }
    long changed = findings.changed();
    return changed == 0
        ? limits
        : limits
            + ", %d of %d settings of findings are not the standard ones"
                .formatted(changed, FindingLimit.values().length);
  }
}
