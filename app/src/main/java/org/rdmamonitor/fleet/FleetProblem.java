// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Comparator;

/**
 * A limit that is exceeded on a host now, or findings of a rule there now.
 *
 * @param kind which of the two
 * @param severity of a finding, as the host reports it; {@code breach} for a limit
 * @param rule its name
 * @param cgroup whose limit it is; empty for the host's own limits, and for findings
 * @param name of what that cgroup belongs to; empty if that is not known
 * @param count how many findings; 1 for a limit
 */
public record FleetProblem(
    Kind kind, String severity, String rule, String cgroup, String name, double count) {
  /** What is exceeded or found. */
  public enum Kind {
    BREACH,
    FINDING
  }

  /** Critical findings, breaches, warnings, then the rest. */
  public static final Comparator<FleetProblem> WORST_FIRST =
      Comparator.comparingInt(FleetProblem::rank)
          .thenComparing(FleetProblem::rule)
          .thenComparing(FleetProblem::cgroup);

  /** The rank of its severity; 0 is the most severe. */
  public int rank() {
    return switch (severity) {
      case "critical" -> 0;
      case "breach" -> 1;
      case "warning" -> 2;
      case "notice" -> 3;
      default -> 4;
    };
  }
}
