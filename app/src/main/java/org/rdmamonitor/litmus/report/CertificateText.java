// SPDX-License-Identifier: MIT
package org.rdmamonitor.litmus.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.rdmamonitor.litmus.barrier.BarrierClaim;
import org.rdmamonitor.litmus.barrier.BarrierVariant;
import org.rdmamonitor.litmus.barrier.Certificate;
import org.rdmamonitor.litmus.barrier.Certificate.Bounds;
import org.rdmamonitor.litmus.barrier.Certificate.Counterexample;
import org.rdmamonitor.litmus.barrier.Certificate.Proof;

/** A certificate of a barrier, for people. */
public final class CertificateText {
  private CertificateText() {}

  /** What is to be proved, and within which bounds. */
  public static String heading(Bounds bounds, boolean reduced) {
    StringBuilder text = new StringBuilder();
    text.append("Barrier: %s\n".formatted(BarrierVariant.GFENCE.summary()));
    text.append(
        "Bounds: 2 to %d members, up to %d rounds, one operation beside the barriers\n"
            .formatted(bounds.members(), bounds.rounds()));
    text.append(
        "Options: all %d, with and without profile=rxe\n"
            .formatted(Certificate.allOptions().size()));
    text.append("Search: %s\n\n".formatted(reduced ? "reduced" : "not reduced"));
    return text.append(
            "%-5s %7s %6s %12s %12s  %s\n"
                .formatted("CLAIM", "MEMBERS", "ROUNDS", "INSTRUCTIONS", "STATES", "NEVER"))
        .toString();
  }

  /** A line for a claim, of so many members and rounds. */
  public static String row(Proof proof) {
    return "%-5s %7d %6d %12d %12d  %s\n"
        .formatted(
            proof.claim(),
            proof.members(),
            proof.rounds(),
            proof.operations(),
            proof.states(),
            proof.holds()
                ? proof.claim().bad()
                : "BROKEN: " + proof.claim().bad() + ": " + broken(proof));
  }

  /** Which variant is broken how; {@code bad} where it is. */
  public static String table(List<Counterexample> counterexamples) {
    StringBuilder text = new StringBuilder("\nVARIANT  ");
    text.append(
            Arrays.stream(BarrierClaim.values())
                .map(claim -> "%-4s".formatted(claim))
                .collect(Collectors.joining(" "))
                .stripTrailing())
        .append("\n");
    for (BarrierVariant variant : BarrierVariant.values()) {
      List<BarrierClaim> broken = Certificate.broken(variant, counterexamples);
      text.append("%-9s".formatted(variant.word()));
      String marks =
          Arrays.stream(BarrierClaim.values())
              .map(claim -> "%-5s".formatted(broken.contains(claim) ? "bad" : "-"))
              .collect(Collectors.joining());
      text.append(marks.stripTrailing()).append("\n");
    }
    return text.append("\n").toString();
  }

  /** An execution in which a weaker barrier fails. */
  public static String of(Counterexample counterexample) {
    return "%s: %s%s\n%s"
        .formatted(
            counterexample.test().name(),
            counterexample.test().comment(),
            counterexample.isAsExpected() ? "" : " (NOT as expected)",
            TextReport.of(counterexample.test(), counterexample.witness()));
  }

  /** What has come out. */
  public static String ending(List<Proof> proofs, boolean isProven, boolean isKnown) {
    long states = proofs.stream().mapToLong(Proof::states).sum();
    long searches = proofs.stream().mapToLong(proof -> proof.results().size()).sum();
    return "%s within these bounds: %d claims, %d searches, %d states.\n%s\n"
        .formatted(
            isProven ? "PROVED" : "NOT PROVED",
            proofs.size(),
            searches,
            states,
            isKnown
                ? "The weaker variants fail as is known of them."
                : "The weaker variants do NOT fail as is known of them.");
  }

  private static String broken(Proof proof) {
    return proof.results().stream()
        .filter(result -> result.positive() > 0)
        .map(result -> result.options().toString())
        .collect(Collectors.joining("; "));
  }
}
