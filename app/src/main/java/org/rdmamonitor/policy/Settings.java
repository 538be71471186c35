// SPDX-License-Identifier: MIT
package org.rdmamonitor.policy;

/**
 * What a configuration file sets.
 *
 * @param thresholds on counts and rates
 * @param findings limits of the rules of findings
 */
public record Settings(Thresholds thresholds, FindingLimits findings) {
  /** Those of an empty file. */
  public static final Settings STANDARD = new Settings(Thresholds.NONE, FindingLimits.STANDARD);

  /** What is set, in a few words: {@code 2 of 18 limits are set}. */
  public String summary() {
    String limits =
        "%d of %d limits are set".formatted(thresholds.limits().size(), Rule.all().size());
    long changed = findings.changed();
    return changed == 0
        ? limits
        : limits
            + ", %d of %d settings of findings are not the standard ones"
                .formatted(changed, FindingLimit.values().length);
  }
}
