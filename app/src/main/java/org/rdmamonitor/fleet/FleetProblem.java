// SPDX-License-Identifier: MIT
package org.rdmamonitor.fleet;

import java.util.Comparator;

/**
 * A limit of a host that is exceeded now, or what a rule finds there now.
 *
 * @param kind which of both
 * @param severity of a finding as the host says; {@code breach} of a limit
 * @param rule its name
 * @param cgroup whose limit it is; empty for the host's, and for findings
 * @param count how many findings, or 1
 */
public record FleetProblem(Kind kind, String severity, String rule, String cgroup, double count) {
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

  /** From 0, the most severe. */
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
