// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.HashMap;
import java.util.Map;
import org.rdmamonitor.model.Limits;
import org.rdmamonitor.model.Quotas;
import org.rdmamonitor.model.Rule;

/**
 * What a configuration file sets.
 *
 * @param thresholds on counts and rates
 * @param findings limits of the rules of findings
 * @param tenants thresholds of cgroups and what is below them, by path; to be enforced
 */
public record Settings(Limits thresholds, FindingLimits findings, Map<String, Limits> tenants) {
  /** Those of an empty file. */
  public static final Settings STANDARD = new Settings(Limits.UNLIMITED, FindingLimits.STANDARD);

  public Settings {
    tenants = Map.copyOf(tenants);
  }

  /** Settings without tenants. */
  public Settings(Limits thresholds, FindingLimits findings) {
    this(thresholds, findings, Map.of());
  }

  /** What of it can be enforced. */
  public Quotas quotas() {
    Map<String, Limits> quotas = new HashMap<>();
    tenants.forEach((path, limits) -> quotas.put(path, limits.enforceable()));
    return new Quotas(thresholds.enforceable(), quotas);
  }

  /** What is set, in a few words: {@code 2 of 18 limits are set}. */
  public String summary() {
    String limits =
        "%d of %d limits are set".formatted(thresholds.byRule().size(), Rule.all().size());
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
