// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

import java.util.HashMap;
import java.util.Map;
import org.rdmamonitor.model.Quota;
import org.rdmamonitor.model.Quotas;

/**
 * What a configuration file sets.
 *
 * @param thresholds on counts and rates
 * @param findings limits of the rules of findings
 * @param tenants thresholds of cgroups and what is below them, by path; to be enforced
 */
public record Settings(
    Thresholds thresholds, FindingLimits findings, Map<String, Thresholds> tenants) {
  /** Those of an empty file. */
  public static final Settings STANDARD = new Settings(Thresholds.NONE, FindingLimits.STANDARD);

  public Settings {
    tenants = Map.copyOf(tenants);
  }

  /** Settings without tenants. */
  public Settings(Thresholds thresholds, FindingLimits findings) {
    this(thresholds, findings, Map.of());
  }

  /** What of it can be enforced. */
  public Quotas quotas() {
    Map<String, Quota> quotas = new HashMap<>();
    tenants.forEach((path, limits) -> quotas.put(path, limits.quota()));
    return new Quotas(thresholds.quota(), quotas);
  }

  /** What is set, in a few words: {@code 2 of 18 limits are set}. */
  public String summary() {
    String limits =
        "%d of %d limits are set".formatted(thresholds.limits().size(), Rule.all().size());
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
